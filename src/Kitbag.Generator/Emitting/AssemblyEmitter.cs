using System;
using System.Collections.Generic;
using System.Linq;
using Kitbag.CompilerServices;
using Kitbag.Generator.Model;
using Microsoft.CodeAnalysis.CSharp;

namespace Kitbag.Generator.Emitting
{
    /// <summary>
    /// Emits the files of an assembly: one for each object, one for the shapes that need only an instance of a library codec, one for the
    /// roots.
    /// </summary>
    internal sealed class AssemblyEmitter
    {
        private static readonly string s_version = typeof(AssemblyEmitter).Assembly.GetName().Version.ToString(3);

        private readonly Dictionary<string, TypeModel> _types = new Dictionary<string, TypeModel>();
        private readonly EquatableArray<string> _warnings;
        private readonly string _namespace;

        private AssemblyEmitter(string space, EquatableArray<string> warnings, IEnumerable<TypeModel> types)
        {
            _namespace = space;
            _warnings = warnings;
            foreach (TypeModel type in types)
                _types.Add(type.Key, type);
        }

        /// <summary>Emits the file of an object.</summary>
        /// <param name="unit">The object.</param>
        /// <param name="isReloadable">Whether hot reload may change the program.</param>
        /// <param name="add">Adds a file with a name and a text.</param>
        public static void Emit(UnitModel unit, bool isReloadable, Action<string, string> add)
        {
            string text = ObjectEmitter.Emit(new AssemblyEmitter(unit.Namespace, unit.Warnings, unit.Outlines), unit.Type);
            add("Kitbag." + unit.Type.ClassName + ".g.cs",
                isReloadable ? HotReloadEmitter.Emit(unit.Namespace, unit.Type.ClassName, text) : text);
        }

        /// <summary>Emits the files that exist once for each assembly.</summary>
        /// <param name="assembly">The types of the assembly.</param>
        /// <param name="isReloadable">Whether hot reload may change the program.</param>
        /// <param name="add">Adds a file with a name and a text.</param>
        public static void Emit(AssemblyModel assembly, bool isReloadable, Action<string, string> add)
        {
            if (assembly.Roots.Count == 0)
                return;
            var emitter = new AssemblyEmitter(assembly.Namespace, assembly.Warnings, assembly.Types);
            string shapes = emitter.EmitShapes(assembly);
            add("Kitbag.Shapes.g.cs", isReloadable ? HotReloadEmitter.Emit(assembly.Namespace, "Shapes", shapes) : shapes);
            emitter.EmitRegistration(assembly, add);
            if (assembly.Partials.Count != 0)
                add("Kitbag.Accessors.g.cs", PartialTypeEmitter.Emit(assembly.Partials, assembly.Warnings, isOffered: false));
        }

        public TypeModel Type(string key) => _types[key];

        /// <summary>The expression of the codec of a type.</summary>
        public string Codec(string key)
        {
            TypeModel type = _types[key];
            return type.IsTracked ? type.Reference + ".Codec"
                : type.ClassName.Length != 0 ? type.ClassName + ".Codec"
                : NameInOf(type) is { } name ? "Of." + name : type.CodecType + ".Instance";
        }

        // The member name, in the class Of, of a library codec for a number, a string etc.; null for other codecs.
        private static string? NameInOf(TypeModel type) => !type.IsTracked && type.ClassName.Length == 0
            && type.Shape is ShapeKind.Leaf or ShapeKind.LengthPrefix && type.CodecType.EndsWith("Codec", StringComparison.Ordinal)
            && type.CodecType.All(char.IsLetterOrDigit) ? type.CodecType.Substring(0, type.CodecType.Length - "Codec".Length) : null;

        /// <summary>
        /// The integer type that members of an enum are written and read as, with a <c>?</c> for nullables; null for members that are
        /// written and read as their own type. The library's code for integers is compiled ahead of time.
        /// </summary>
        public string? NumberOf(string key)
        {
            TypeModel type = _types[key];
            return type.Shape == ShapeKind.Enum ? type.Enum!.Underlying
                : type.Shape == ShapeKind.Nullable && _types[type.Parts[0]] is { Shape: ShapeKind.Enum } held
                    ? held.Enum!.Underlying + "?" : null;
        }

        /// <summary>The expression of the codec for members of a type.</summary>
        public string MemberCodec(string key) => NumberOf(key) == null ? Codec(key) : _types[key].ClassName + ".Numbers";

        /// <summary>Begins a file.</summary>
        /// <param name="own">The type whose codec it declares, if there is one.</param>
        /// <param name="attribute">An attribute of the assembly; empty for none.</param>
        /// <param name="more">Further attributes of the assembly; null for none.</param>
        public CodeWriter Begin(TypeModel? own = null, string attribute = "", IEnumerable<string>? more = null)
        {
            CodeWriter code = BeginFile(_warnings);
            if (attribute.Length != 0)
            {
                foreach (string one in (more ?? Array.Empty<string>()).Prepend(attribute))
                    code.Line("[assembly: " + one + "]");
                code.Line();
            }
            code.OpenNamespace(_namespace);
            // Inside the namespace, so that they take precedence over types of the program in the global namespace.
            if (own is null or { HoldsReferences: true })
                code.Line("using global::System;");
            code.Line("using global::System.Diagnostics;");
            code.Line("using global::System.Diagnostics.CodeAnalysis;");
            // The generated namespace is within Kitbag, and begins with an underscore after it.
            code.Line("using Codecs;");
            if (own is null or { HasJson: true })
            {
                code.Line("using global::System.Runtime.CompilerServices;");
                code.Line("using Json;");
            }
            code.Line("using static Layout.Slots;");
            code.Line("using Wire;");
            if (own != null && RowLayout.AliasOf(own) is { } alias)
                code.Line("using " + alias + " = " + own.Code + ";");
            code.Line();
            return code;
        }

        /// <summary>Emits the attributes that exclude a class from debugging and coverage.</summary>
        public static void EmitAttributes(CodeWriter code) => code.Line("[DebuggerNonUserCode, ExcludeFromCodeCoverage]");

        /// <summary>Begins a file that does not set a namespace.</summary>
        /// <param name="warnings">The ids of warnings to disable.</param>
        public static CodeWriter BeginFile(EquatableArray<string> warnings)
        {
            // Compilers know generated files by this line, and treat their references as oblivious of null.
            var code = new CodeWriter();
            code.Line("// <auto-generated/>");
            // Obsolete and experimental members are data like others.
            code.Line("#pragma warning disable CS0612, CS0618" + string.Concat(warnings.Select(id => ", " + id)));
            code.Line();
            return code;
        }

        private string EmitShapes(AssemblyModel assembly)
        {
            CodeWriter code = Begin();
            EmitOf(code, assembly);
            foreach (TypeModel type in assembly.Types)
            {
                if (type.IsPrinted || type.ClassName.Length == 0)
                    continue;
                if (type.UserDefined != null)
                {
                    GraphEmitter.EmitReference(code, type, type.Code);
                    UserDefinedCollectionEmitter.Emit(code, this, type);
                }
                else if (type.Surrogate is { HoldsJson: true })
                {
                    SurrogateEmitter.EmitJsonToken(code, type);
                }
                else if (type.Surrogate is { Elements: { } elements })
                {
                    SurrogateEmitter.EmitInlineArray(code, this, type, elements);
                }
                else if (type.IsConverted)
                {
                    SurrogateEmitter.Emit(code, this, type, type.Surrogate!);
                }
                else if (NumberOf(type.Key) is { } number)
                {
                    EmitWithNumbers(code, type, number, assembly.EnumValues.Contains(type.Key), assembly.EnumMembers.Contains(type.Key));
                }
                else if (type.Shape == ShapeKind.Union)
                {
                    UnionEmitter.Emit(code, this, type, type.Union!);
                }
                else if (type.Shape == ShapeKind.Record)
                {
                    RecordEmitter.Emit(code, this, type, type.Record!);
                }
                else
                {
                    EmitOfParts(code, type);
                }
            }
            code.Close();
            return code.Finish();
        }

        // One class refers to all library codecs that the assembly uses. Ahead-of-time compilers check its initialization once in each
        // method that uses some of them, not at each use, and its short name keeps the code short.
        private static void EmitOf(CodeWriter code, AssemblyModel assembly)
        {
            EmitAttributes(code);
            code.Open("internal static class Of");
            IEnumerable<string> names = assembly.Types.Select(NameInOf).OfType<string>();
            foreach (string name in names.Distinct().OrderBy(name => name, StringComparer.Ordinal))
                code.Line("public static readonly " + name + "Codec " + name + " = " + name + "Codec.Instance;");
            code.Close();
            code.Line();
        }

        // Collections, nullables, and other types whose codec only combines other codecs.
        private void EmitOfParts(CodeWriter code, TypeModel type)
        {
            string arguments = string.Join(", ", type.Parts.Select(Codec));
            if (type.JsonNumbers is { } handling)
                arguments += ", (JsonNumbers)" + handling.ToString(System.Globalization.CultureInfo.InvariantCulture);
            EmitInstance(code, type, type.CodecType, arguments);
        }

        // An enum or a nullable enum: the codec of the type itself, the codec for members, or both.
        private void EmitWithNumbers(CodeWriter code, TypeModel type, string number, bool asValue, bool asMember)
        {
            EmitAttributes(code);
            code.Open("internal static class " + type.ClassName);
            if (asValue)
                EmitCodec("Codec", Codec, "<" + (type.Enum == null ? _types[type.Parts[0]].Code : type.Code) + ">");
            if (asMember)
                EmitCodec("Numbers", MemberCodec, "<" + number.TrimEnd('?') + ">");
            code.Close();
            code.Line();

            void EmitCodec(string name, Func<string, string> codecOf, string argument)
            {
                if (type.Enum != null)
                    EmitField(code, name, "EnumCodec" + argument, EnumEmitter.Arguments(type, type.Enum));
                else
                    EmitField(code, name, "NullableCodec" + argument, codecOf(type.Parts[0]));
            }
        }

        /// <summary>Emits the class that holds an instance of a library codec for a type.</summary>
        /// <param name="code">The output.</param>
        /// <param name="type">The type.</param>
        /// <param name="codec">The class of the codec.</param>
        /// <param name="arguments">The arguments of its constructor.</param>
        /// <param name="properties">The properties to set; empty ones are skipped.</param>
        public static void EmitInstance(CodeWriter code, TypeModel type, string codec, string arguments, params string[] properties)
        {
            EmitAttributes(code);
            code.Open("internal static class " + type.ClassName);
            EmitField(code, "Codec", codec, arguments, properties);
            MigrationEmitter.EmitAccessors(code, type);
            code.Close();
            code.Line();
        }

        private static void EmitField(CodeWriter code, string name, string codec, string arguments, params string[] properties) =>
            code.Line("public static readonly " + codec + " " + name + " = new " + codec + "(" + arguments + ")" + Initializer(properties)
                + ";");

        /// <summary>An object initializer for properties; empty ones are skipped.</summary>
        public static string Initializer(params string[] properties)
        {
            string all = string.Join(", ", properties.Where(property => property.Length != 0));
            return all.Length == 0 ? "" : " { " + all + " }";
        }

        private void EmitRegistration(AssemblyModel assembly, Action<string, string> add)
        {
            string rank = assembly.Rank.ToString(System.Globalization.CultureInfo.InvariantCulture);
            CodeWriter code = Begin(null, "global::Kitbag.CompilerServices.CodecRank(" + rank + ")"
                + (assembly.IsAlwaysLinked ? ", global::UnityEngine.Scripting.AlwaysLinkAssembly" : ""),
                assembly.PolymorphicRoots.Select(root => "global::Kitbag.CompilerServices.PolymorphicRoot(typeof(" + root.Root + "), "
                    + string.Join(", ", root.Bases.Select(key => "typeof(" + key + ")")) + (root.HasJson ? ", Json = true" : "") + ")"));
            EmitAttributes(code);
            code.Open("internal static class Roots");
            code.Open("internal static Codec Find(Type type, bool json)");
            var found = new List<string>();
            EmitFind(code, assembly.JsonRoots, found);
            List<string> withoutJson = assembly.Roots.Except(assembly.JsonRoots).ToList();
            if (withoutJson.Count != 0)
            {
                code.Line("if (json)");
                code.Inner("return null;");
                EmitFind(code, withoutJson, found);
            }
            code.Line("return null;");
            code.Close();
            // In separate methods, because the JIT loads the types that a method refers to: so it loads only the requested codec.
            for (int i = 0; i < found.Count; i++)
                code.Line("private static Codec Get" + Number(i) + "() => " + Codec(found[i]) + ";");
            code.Close();
            code.Close();
            code.Line();
            code.Open("namespace Kitbag");
            code.Line("/// <summary>The codecs of this assembly.</summary>");
            code.Line("[global::System.CodeDom.Compiler.GeneratedCode(\"Kitbag.Generator\", \"" + s_version + "\")]");
            code.Line("[global::System.Diagnostics.DebuggerNonUserCode, global::System.Diagnostics.CodeAnalysis.ExcludeFromCodeCoverage]");
            code.Open("internal static class KitbagGenerated");
            code.Line("/// <summary>");
            code.Line("/// Registers the codecs of this assembly. The runtime calls it when it loads the assembly; if it does not, call");
            code.Line("/// it before the first call of Kitbag. It is thread-safe, and repeated calls have no effect.");
            code.Line("/// </summary>");
            foreach (string attribute in assembly.Initializers)
                code.Line("[" + attribute + "]");
            code.Line("internal static void Register() => global::Kitbag.CompilerServices.CodecRegistry.Add("
                + GeneratorContract.Version.ToString(System.Globalization.CultureInfo.InvariantCulture) + ", " + Text(assembly.Name)
                + ", " + rank + ", global::" + assembly.Namespace + ".Roots.Find);");
            code.Line();
            code.Line("/// <summary>");
            code.Line("/// Removes them, so that a collectible AssemblyLoadContext with this assembly can be unloaded. Call it after");
            code.Line("/// the last use of Kitbag in this assembly.");
            code.Line("/// </summary>");
            code.Line("internal static void Unregister() => global::Kitbag.CompilerServices.CodecRegistry.Remove(global::"
                + assembly.Namespace + ".Roots.Find);");
            code.Close();
            code.Close();
            if (assembly.DeclaresModuleInitializer)
            {
                code.Line();
                code.Open("namespace System.Runtime.CompilerServices");
                code.Line("[global::System.AttributeUsage(global::System.AttributeTargets.Method)]");
                code.Open("internal sealed class ModuleInitializerAttribute : global::System.Attribute");
                code.Close();
                code.Close();
            }
            add("Kitbag.Registration.g.cs", code.Finish());
        }

        private static void EmitFind(CodeWriter code, IEnumerable<string> roots, List<string> found)
        {
            foreach (string root in roots)
            {
                code.Line("if (type == typeof(" + root + "))");
                code.Inner("return Get" + Number(found.Count) + "();");
                found.Add(root);
            }
        }

        private static string Number(int number) => number.ToString(System.Globalization.CultureInfo.InvariantCulture);

        public static string Text(string value) => SymbolDisplay.FormatLiteral(value, quote: true);
    }
}
