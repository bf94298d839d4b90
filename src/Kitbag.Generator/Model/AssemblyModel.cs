using System.Collections.Generic;
using System.Linq;

namespace Kitbag.Generator.Model
{
    /// <summary>Describes everything for which code is generated in one compilation.</summary>
    /// <param name="Namespace">The namespace of the generated code, which is different for each assembly.</param>
    /// <param name="Types">The types that the roots reach, each after those that it needs.</param>
    /// <param name="Roots">The keys of the roots.</param>
    /// <param name="DeclaresModuleInitializer">Whether the attribute for module initializers must be declared.</param>
    internal sealed record AssemblyModel(string Namespace, EquatableArray<TypeModel> Types, EquatableArray<string> Roots,
        bool DeclaresModuleInitializer)
    {
        /// <summary>The keys of those roots that are written and read as JSON, too.</summary>
        public EquatableArray<string> JsonRoots { get; init; } = EquatableArray<string>.Empty;

        /// <summary>The assembly's name.</summary>
        public string Name { get; init; } = "";

        /// <summary>The length of the longest chain of references to other assemblies with generated codecs.</summary>
        public int Rank { get; init; }

        /// <summary>Gets or initializes the attributes that cause runtimes to register the codecs when they load the assembly.</summary>
        public EquatableArray<string> Initializers { get; init; } = EquatableArray<string>.Empty;

        /// <summary>
        /// Gets or initializes a value indicating whether Unity's linker must process the assembly even if nothing refers to it.
        /// </summary>
        public bool IsAlwaysLinked { get; init; }

        /// <summary>The types that methods are added to, in order of their names.</summary>
        public EquatableArray<PartialTypeModel> Partials { get; init; } = EquatableArray<PartialTypeModel>.Empty;

        /// <summary>The ids of warnings that attributes of the types bring with them, to be silenced.</summary>
        public EquatableArray<string> Warnings { get; init; } = EquatableArray<string>.Empty;

        /// <summary>
        /// Gets or initializes, in a summary, the keys of enums, and of nullables, that are types of members of objects and records.
        /// </summary>
        public EquatableArray<string> EnumMembers { get; init; } = EquatableArray<string>.Empty;

        /// <summary>
        /// Gets or initializes, in a summary, the keys of enums, and of nullables, that are roots, or parts of other types.
        /// </summary>
        public EquatableArray<string> EnumValues { get; init; } = EquatableArray<string>.Empty;

        /// <summary>
        /// Gets or initializes a value indicating whether other assemblies may reference it, and derive from its types.
        /// </summary>
        public bool IsLibrary { get; init; }

        /// <summary>Gets or initializes, in the summary of a library, the roots that contain values of base classes.</summary>
        public EquatableArray<PolymorphicRootModel> PolymorphicRoots { get; init; } = EquatableArray<PolymorphicRootModel>.Empty;

        private EquatableArray<string> Enums(IEnumerable<string> keys)
        {
            var used = new HashSet<string>(keys);
            // For nullables, their underlying types as well.
            used.UnionWith(Types.Where(type => type.Shape == ShapeKind.Nullable && used.Contains(type.Key)).Select(type => type.Parts[0])
                .ToList());
            return new EquatableArray<string>(Types.Where(type => type.Shape is ShapeKind.Enum or ShapeKind.Nullable)
                .Select(type => type.Key).Where(used.Contains).ToArray());
        }

        /// <summary>Returns the objects, each of which has its own file.</summary>
        public IEnumerable<UnitModel> Units()
        {
            Dictionary<string, TypeModel> outlines = Types.ToDictionary(type => type.Key, type => type.Outline());
            foreach (TypeModel type in Types.Where(type => type.IsPrinted))
            {
                var seen = new List<TypeModel>();
                foreach (MemberModel member in type.Members)
                {
                    AddOutlines(outlines, member.TypeKey, seen);
                    if (member.JsonForm.Length != 0)
                        AddOutlines(outlines, member.JsonForm, seen);
                    if (member.Extension != null)
                        AddOutlines(outlines, member.Extension.Values, seen);
                }
                foreach (string migrated in type.Migrated)
                    AddOutlines(outlines, migrated, seen);
                yield return new UnitModel(Namespace, type, new EquatableArray<TypeModel>(seen.ToArray())) { Warnings = Warnings };
            }
        }

        // A row stores the value of a nullable, and the stored form of a type with a surrogate.
        private static void AddOutlines(Dictionary<string, TypeModel> outlines, string key, List<TypeModel> seen)
        {
            TypeModel type = outlines[key];
            if (seen.Contains(type))
                return;
            seen.Add(type);
            if (type.Shape == ShapeKind.Nullable)
                AddOutlines(outlines, type.Parts[0], seen);
            if (type.Shape == ShapeKind.Surrogate)
                AddOutlines(outlines, type.Stored, seen);
        }

        private EquatableArray<PolymorphicRootModel> FindPolymorphicRoots()
        {
            // Where object is declared, values may be of any type that a program registers.
            var bases = new HashSet<string>(Types.Where(type => type.IsDerivable || type.Key == "object").Select(type => type.Key));
            if (bases.Count == 0)
                return EquatableArray<PolymorphicRootModel>.Empty;
            Dictionary<string, TypeModel> types = Types.ToDictionary(type => type.Key);
            var found = new List<PolymorphicRootModel>();
            foreach (string root in Roots)
            {
                var reached = new HashSet<string>();
                var waiting = new Stack<string>(new[] { root });
                while (waiting.Count != 0)
                {
                    string key = waiting.Pop();
                    if (!reached.Add(key))
                        continue;
                    foreach (string used in types[key].Uses(isJson: true))
                        waiting.Push(used);
                }
                reached.IntersectWith(bases);
                if (reached.Count != 0)
                    found.Add(new PolymorphicRootModel(root,
                        new EquatableArray<string>(reached.OrderBy(key => key, System.StringComparer.Ordinal).ToArray()),
                        JsonRoots.Contains(root)));
            }
            return new EquatableArray<PolymorphicRootModel>(found.ToArray());
        }

        /// <summary>Returns the input of the files for the assembly as a whole: everything except the contents of objects.</summary>
        public AssemblyModel Summary() => this with
        {
            EnumMembers = Enums(Types.SelectMany(type => type.MemberTypes(true))),
            EnumValues = Enums(Types.Where(type => type.Shape != ShapeKind.Nullable).SelectMany(type => type.PartTypes(true))
                .Concat(Types.SelectMany(type => type.Migrated)).Concat(Roots).Concat(JsonRoots)),
            PolymorphicRoots = IsLibrary ? FindPolymorphicRoots() : EquatableArray<PolymorphicRootModel>.Empty,
            Types = new EquatableArray<TypeModel>(Types.Select(type => type.IsPrinted ? type.Outline() : type).ToArray())
        };
    }

    /// <summary>Describes a root that contains values of base classes.</summary>
    /// <param name="Root">Its key.</param>
    /// <param name="Bases">The keys of the base classes and interfaces, in order.</param>
    /// <param name="HasJson">Whether it is written and read as JSON, too.</param>
    internal sealed record PolymorphicRootModel(string Root, EquatableArray<string> Bases, bool HasJson);

    /// <summary>Describes the input of one file of generated code: a type, and the outlines of the types of its members.</summary>
    internal sealed record UnitModel(string Namespace, TypeModel Type, EquatableArray<TypeModel> Outlines)
    {
        /// <inheritdoc cref="AssemblyModel.Warnings"/>
        public EquatableArray<string> Warnings { get; init; } = EquatableArray<string>.Empty;
    }
}
