using System;
using System.Collections.Generic;
using System.Linq;
using System.Runtime.CompilerServices;
using System.Threading;
using Kitbag.Generator.Diagnostics;
using Kitbag.Generator.Model;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;

namespace Kitbag.Generator.Parsing
{
    /// <content>Creates the model of the assembly from its roots.</content>
    internal sealed partial class Parser
    {
        // Each round finds a constructed type that the previous ones did not; infinitely nested types are detected much earlier.
        private const int MaxRounds = 64;

        // Without this attribute, Unity's linker omits an assembly that no scene references.
        private const string AlwaysLink = "UnityEngine.Scripting.AlwaysLinkAssemblyAttribute",
            ModuleInitializer = "System.Runtime.CompilerServices.ModuleInitializerAttribute";

        /// <param name="compilation">The compilation.</param>
        /// <param name="roots">The types to describe, with those that are reachable from them.</param>
        /// <param name="input">Receives the types that were described, and the names for which method bodies were searched.</param>
        /// <param name="cancellationToken">Cancels the operation.</param>
        public static ParseResult Parse(Compilation compilation, IEnumerable<RootModel> roots, CompilationInput input,
            CancellationToken cancellationToken)
        {
            return Defects.Catch("Types", () => ParseInRounds(compilation, roots, input, cancellationToken),
                text => new ParseResult(
                    new AssemblyModel("", EquatableArray<TypeModel>.Empty, EquatableArray<string>.Empty, false),
                    new EquatableArray<DiagnosticModel>(new[] { Defects.OfStep("the types that its roots reach", text) })));
        }

        private static ParseResult ParseInRounds(Compilation compilation, IEnumerable<RootModel> roots, CompilationInput input,
            CancellationToken cancellationToken)
        {
            // The constructed types for a base are requested while types are described, and each of them may contain more.
            var forms = new Forms(compilation, cancellationToken);
            if (roots.Any(root => root.IsMentioned))
                roots = new Parser(compilation, forms, input, cancellationToken).WithoutUnsupported(roots.ToList());
            ParseResult result = new Parser(compilation, forms, input, cancellationToken).Run(roots);
            for (int i = 0; i < MaxRounds && forms.BeginRound(); i++)
                result = new Parser(compilation, forms, input, cancellationToken).Run(roots);
            input.Count(forms.SearchedNames);
            return result;
        }

        // The roots without those types that are only mentioned and cannot be serialized. Members of type object may contain all registered
        // types; here they are described without the mentioned ones, because one that fails would make all others with such a member fail.
        private IEnumerable<RootModel> WithoutUnsupported(List<RootModel> roots)
        {
            List<(RootModel Root, ITypeSymbol? Type)> all = WithTypes(roots),
                mentioned = all.Where(pair => pair.Root.IsMentioned && pair.Type != null).ToList();
            Register(all);
            Registered.RemoveAll(type => mentioned.Any(pair => SymbolEqualityComparer.Default.Equals(pair.Type, type)));
            var unsupported = new HashSet<RootModel>();
            foreach (IGrouping<ISymbol?, (RootModel Root, ITypeSymbol? Type)> same in mentioned
                .GroupBy(pair => (ISymbol?)pair.Type!.OriginalDefinition, SymbolEqualityComparer.Default))
            {
                List<RootModel> failed = same.Where(pair => !IsSupported(pair.Root, pair.Type!)).Select(pair => pair.Root).ToList();
                if (failed.Count < same.Count())
                    unsupported.UnionWith(failed);
            }
            return roots.Where(root => !unsupported.Contains(root)).ToList();
        }

        private bool IsSupported(RootModel root, ITypeSymbol type)
        {
            _cancellationToken.ThrowIfCancellationRequested();
            _findings.Begin(root.TypeId, Names.InSchema(type));
            return Visit(type) != null;
        }

        private List<(RootModel Root, ITypeSymbol? Type)> WithTypes(IEnumerable<RootModel> roots) =>
            roots.Where(root => !root.IsJsonByType).Select(root => (root, Roots.TypeOf(root, Compilation))).ToList();

        private ParseResult Run(IEnumerable<RootModel> roots)
        {
            List<string> keys = new List<string>(), withJson = new List<string>();
            bool isJsonByType = roots.Any(root => root.IsJsonByType);
            List<(RootModel Root, ITypeSymbol? Type)> all = WithTypes(roots);
            Register(all);
            foreach ((_, ITypeSymbol? type) in all)
                _forms.Note(type);
            // An attribute and a call may name the same type.
            foreach (IGrouping<string, (RootModel Root, ITypeSymbol? Type)> same in all.GroupBy(pair => pair.Root.TypeId)
                .Where(same => same.Any(pair => !pair.Root.IsChoice || pair.Type == null)))
            {
                (RootModel root, ITypeSymbol? type) = same.First();
                _cancellationToken.ThrowIfCancellationRequested();
                _findings.Begin(root.TypeId, type == null ? root.Name : Names.InSchema(type));
                if (type == null)
                    Report(Rules.UnsupportedType, root.Name, root.Name, "generated code cannot name it: declare a class or struct");
                else if (Visit(type) is not { } model)
                    _findings.EndWithoutCode();
                else
                    AddRoot(model.Key, isJsonByType || same.Any(pair => pair.Root.HasJson), keys, withJson);
            }
            AddRootsOfLibraries(all, keys, withJson, isJsonByType);
            Migrate(all, keys);
            Link(all, keys, withJson);
            ReportDepth(all, keys);
            foreach (INamedTypeSymbol definition in _forms.WithTooMany)
                ReportAt(definition, Rules.TooManyMentions, Names.InSchema(definition),
                    Forms.MaxCount.ToString(System.Globalization.CultureInfo.InvariantCulture));
            _warnings.Note(Compilation.Assembly, HasSameNames);
            var assembly = new AssemblyModel("Kitbag.Generated." + Names.Identifier(Compilation.AssemblyName ?? ""),
                Describe(keys, withJson),
                new EquatableArray<string>(keys.ToArray()), DeclaresModuleInitializer)
            {
                Name = Compilation.AssemblyName ?? "",
                Rank = KitbagUsers.Rank(Compilation),
                IsLibrary = Compilation.Options.OutputKind is OutputKind.DynamicallyLinkedLibrary or OutputKind.NetModule,
                IsAlwaysLinked = HasAttribute(AlwaysLink) && !Attributes.Has(Compilation.Assembly, AlwaysLink),
                Initializers = new EquatableArray<string>(Initializers().ToArray()),
                JsonRoots = new EquatableArray<string>(withJson.ToArray()),
                Warnings = _warnings.Ids,
                Partials = new EquatableArray<PartialTypeModel>(_partials.Values.OrderBy(type => type.Key, System.StringComparer.Ordinal)
                    .ToArray()),
            };
            foreach (TypeModel type in assembly.Types)
                _findings.Restore(type.Key);
            return new ParseResult(assembly, _findings.ToArray());
        }

        private static void AddRoot(string key, bool hasJson, List<string> keys, List<string> withJson)
        {
            if (!keys.Contains(key))
                keys.Add(key);
            if (hasJson && !withJson.Contains(key))
                withJson.Add(key);
        }

        private bool IsUnity => HasAttribute("UnityEngine.RuntimeInitializeOnLoadMethodAttribute");

        private bool HasModuleInitializer => HasAttribute(ModuleInitializer);

        private bool DeclaresModuleInitializer => !IsUnity && !HasModuleInitializer;

        // Unity runs no module initializers: its own attributes replace the module initializer, or are used in addition if the runtime has
        // it. Preservation attributes keep methods that only Unity calls from being stripped.
        private IEnumerable<string> Initializers()
        {
            if (!IsUnity || HasModuleInitializer)
                yield return "global::System.Runtime.CompilerServices.ModuleInitializer";
            if (IsUnity)
                yield return "global::UnityEngine.RuntimeInitializeOnLoadMethod("
                    + "global::UnityEngine.RuntimeInitializeLoadType.SubsystemRegistration)";
            if (HasAttribute("UnityEngine.Scripting.PreserveAttribute"))
                yield return "global::UnityEngine.Scripting.Preserve";
            if (HasAttribute("UnityEditor.InitializeOnLoadMethodAttribute"))
                yield return "global::UnityEditor.InitializeOnLoadMethod";
        }

        // Other assemblies may have an internal attribute of that name, which this one cannot use. If several are visible, none can be
        // used, unless one is in this project.
        private bool HasAttribute(string name) => Visible(name).ToList() is var visible
            && (visible.Count == 1 || visible.Any(IsOfProject));

        // A project can see the internal classes of another one that declares it as a friend.
        private bool HasSameNames => Visible("Kitbag.KitbagGenerated").Any()
            || (Visible(ModuleInitializer).ToList() is { Count: > 1 } visible && (DeclaresModuleInitializer || visible.Any(IsOfProject)));

        private IEnumerable<INamedTypeSymbol> Visible(string name) =>
            Compilation.GetTypesByMetadataName(name).Where(type => Access.IsVisible(this, type));

        private bool IsOfProject(ISymbol type) => SymbolEqualityComparer.Default.Equals(type.ContainingAssembly, Compilation.Assembly);

        // Such a document can be read only while the schemas stay the same.
        private void ReportDepth(List<(RootModel Root, ITypeSymbol? Type)> roots, List<string> keys)
        {
            var nesting = new Nesting(_byKey);
            foreach ((RootModel root, ITypeSymbol? type) in roots)
            {
                if (type == null || Names.InCode(type) is var key && !keys.Contains(key)
                    || nesting.HeightOf(key) is var height && height <= Nesting.MaxDepth)
                    continue;
                _findings.Begin(root.TypeId, Names.InSchema(type));
                ReportAt(type, Rules.DeepTypes, Names.InSchema(type) + nesting.Start(key),
                    height.ToString(System.Globalization.CultureInfo.InvariantCulture));
            }
        }

        private void Register(List<(RootModel Root, ITypeSymbol? Type)> roots)
        {
            foreach ((RootModel root, ITypeSymbol? type) in roots)
            {
                if (!root.IsRegistered || type == null)
                    continue;
                if (root.ByFields)
                    _byFields.Add(type.OriginalDefinition);
                if (root.Tracked is { } isTracked)
                    _choices[type.OriginalDefinition] = isTracked;
                // The attribute with a choice says how objects are stored, not that they are roots.
                if (root.Tracked == null && type is { IsAbstract: false, SpecialType: not SpecialType.System_Object }
                    && type.TypeKind is not (TypeKind.Interface or TypeKind.Error) && Names.OpenParameter(type) == null
                    && !Registered.Contains(type, SymbolEqualityComparer.Default))
                    Registered.Add(type);
            }
            Registered.Sort((a, b) => string.CompareOrdinal(Names.InSchema(a), Names.InSchema(b)));
        }

        // A root with a type that cannot be serialized gets no code, nor do types that only this root reaches. Types that no root with JSON
        // reaches get no code for JSON.
        private EquatableArray<TypeModel> Describe(List<string> roots, List<string> withJson)
        {
            HashSet<string> json = Reachable(_byKey, withJson, isJson: true), reached = Reachable(_byKey, roots, isJson: false);
            reached.UnionWith(json);
            HashSet<string> populated = Populated(_byKey), migrated = MigratedTypes(), refusing = RefusingTypes.Of(_byKey);
            return new EquatableArray<TypeModel>(_types.Where(type => reached.Contains(type.Key))
                .Select(type => type.Object is not { } made ? type : type with
                {
                    Object = made with
                    {
                        IsPopulated = populated.Contains(type.Key),
                        IsMigrated = migrated.Contains(type.Key),
                        HasRefusingMembers = type.Members.Any(member => refusing.Contains(member.TypeKey)),
                    },
                })
                .Select(type => json.Contains(type.Key) ? type with { HasJson = true } : type.WithoutJson()).ToArray());
        }

        // The types of members without a setter and, for unions, of all their cases.
        private static HashSet<string> Populated(Dictionary<string, TypeModel> types)
        {
            var populated = new HashSet<string>();
            var waiting = new Stack<string>(types.Values.SelectMany(type => type.Members)
                .Where(member => member.Assignment == MemberAssignment.Populate || member.IsJsonExtended).Select(member => member.TypeKey));
            while (waiting.Count != 0)
            {
                string key = waiting.Pop();
                if (!populated.Add(key))
                    continue;
                foreach (CaseModel one in types[key].Cases)
                    waiting.Push(one.TypeKey);
                if (types[key].Stored.Length != 0)
                    waiting.Push(types[key].Stored);
            }
            return populated;
        }

        private static HashSet<string> Reachable(Dictionary<string, TypeModel> types, List<string> roots, bool isJson)
        {
            var reached = new HashSet<string>();
            var waiting = new Stack<string>(roots);
            while (waiting.Count != 0)
            {
                string key = waiting.Pop();
                if (!reached.Add(key))
                    continue;
                foreach (string next in types[key].Uses(isJson).Concat(types[key].Migrated))
                    waiting.Push(next);
            }
            return reached;
        }
    }
}
