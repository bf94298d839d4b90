using System.Collections.Generic;
using System.Linq;
using Kitbag.Generator.Diagnostics;
using Kitbag.Generator.Model;
using Microsoft.CodeAnalysis;

namespace Kitbag.Generator.Parsing
{
    /// <content>What is decided once all types are described: which classes are tracked, and how their objects are populated.</content>
    internal sealed partial class Parser
    {
        private readonly Dictionary<string, ITypeSymbol> _symbols = new Dictionary<string, ITypeSymbol>();
        private readonly Dictionary<string, DescribedObject> _objects = new Dictionary<string, DescribedObject>();

        /// <summary>Keeps details of a class, which are needed if it is tracked.</summary>
        public void Remember(string key, DescribedObject described) => _objects[key] = described;

        // An attribute without effect is reported: the program may rely on the identity of objects that are stored as values.
        private void ReportUntrackable(IEnumerable<(RootModel Root, ITypeSymbol? Type)> roots)
        {
            foreach ((RootModel root, ITypeSymbol? type) in roots)
            {
                if (root.Tracked == null || type == null || WhyNotTracked(type) is not { } why)
                    continue;
                _findings.Begin(root.TypeId, Names.InSchema(type));
                ReportAt(type, Rules.CannotBeTracked, Names.InSchema(type), Names.InSchema(type), why);
            }
        }

        private string? WhyNotTracked(ITypeSymbol type) => type.TypeKind switch
        {
            TypeKind.Struct => "a struct",
            TypeKind.Enum => "an enum",
            TypeKind.Interface => "an interface, of which each class says it itself",
            TypeKind.Array => "an array",
            TypeKind.Class when _byKey.TryGetValue(KeyOf(type), out TypeModel model) && model.UserDefined == null
                && model.Shape is not (ShapeKind.Object or ShapeKind.Union) => "stored as a value",
            _ => null,
        };

        // Roots that reach a type which cannot be serialized get no code.
        private void Link(List<(RootModel Root, ITypeSymbol? Type)> roots, List<string> keys, List<string> withJson)
        {
            ReportUntrackable(roots);
            HashSet<string> reached = Reachable(_byKey, keys, isJson: true);
            TrackedTypes tracked = TrackedTypes.Among(_types.Where(type => reached.Contains(type.Key)));
            var broken = new HashSet<string>();
            foreach (List<TypeModel> cycle in tracked.Endless)
            {
                ReportEndless(roots, keys, cycle);
                broken.UnionWith(cycle.Select(type => type.Key));
            }
            foreach (TypeModel type in tracked.Collections)
            {
                if (type.UserDefined!.CanFill)
                    continue;
                ReportAtType(roots, keys, type.Key, _symbols[type.Key], Rules.CannotBeFilled,
                    "only ICollection<T> adds elements to a collection that is there already: let it implement 'ICollection<"
                        + Names.InSchema(UserDefinedCollectionShape.ElementOf((INamedTypeSymbol)_symbols[type.Key])!) + ">'");
                broken.Add(type.Key);
            }
            List<TypeModel> models = tracked.Models(type => ClassName(_symbols[type.Key], "Reference"));
            foreach (TypeModel model in models)
                _byKey[model.Key] = model;
            foreach (TypeModel type in models.Where(type => type.HoldsReferences))
            {
                if (!_objects.TryGetValue(type.Key, out DescribedObject described))
                    continue;
                var problems = new List<KeyValuePair<ISymbol, string>>();
                var lost = new List<ISymbol>();
                _byKey[type.Key] = TrackedObjects.Complete(this, type, described, problems, lost);
                if (lost.Count != 0 && problems.Count == 0)
                    ReportNotInitialized(roots, keys, type.Key, lost, "can reference each other");
                foreach (KeyValuePair<ISymbol, string> problem in problems)
                {
                    ReportAtType(roots, keys, type.Key, problem.Key, Rules.CannotBeFilled, problem.Value);
                    broken.Add(type.Key);
                }
            }
            foreach (TypeModel type in models.Where(type => type.IsTracked && type.Object is { StandsForUnknown: true }))
                ReportAtType(roots, keys, type.Key, _symbols[type.Key], Rules.TrackedStandIn);
            ReportWithoutIdentity(roots, keys, models);
            Initialize(roots, keys, reached);
            for (int i = 0; i < _types.Count; i++)
                _types[i] = _byKey[_types[i].Key];
            if (broken.Count == 0)
                return;
            keys.RemoveAll(key => Reachable(_byKey, new List<string> { key }, isJson: true).Overlaps(broken));
            withJson.RemoveAll(key => !keys.Contains(key));
        }

        // Attributes of other serializers may say that objects keep their identity.
        private void ReportWithoutIdentity(List<(RootModel Root, ITypeSymbol? Type)> roots, List<string> keys, List<TypeModel> models)
        {
            foreach (TypeModel type in models)
            {
                if (_symbols.TryGetValue(type.Key, out ITypeSymbol symbol) && HasNoIdentity(type)
                    && IdentityAttributes.Of(symbol) is { } attribute)
                {
                    Begin(roots, keys, type.Key);
                    IgnoredAttributes.Report(this, symbol, "", attribute, IdentityAttributes.Advice);
                }
                if (!_objects.TryGetValue(type.Key, out DescribedObject described))
                    continue;
                foreach (Candidate member in described.Candidates.Where(member => IdentityAttributes.OfObjectsIn(member.Symbol)
                    .Any(one => _byKey.TryGetValue(KeyOf(one), out TypeModel model) && HasNoIdentity(model)
                        && model.Shape is ShapeKind.Object or ShapeKind.Union)))
                {
                    Begin(roots, keys, type.Key);
                    IgnoredAttributes.Report(this, member.Symbol, "." + member.Name, IdentityAttributes.OfMember,
                        IdentityAttributes.Advice);
                }
            }
        }

        private static bool HasNoIdentity(TypeModel type) => !type.IsTracked && type.Tracked == null;

        // Initializers of classes that are stored by their fields and have no parameterless constructor.
        private void Initialize(List<(RootModel Root, ITypeSymbol? Type)> roots, List<string> keys, HashSet<string> reached)
        {
            foreach (string key in _types.Select(type => type.Key).Where(reached.Contains).ToList())
            {
                TypeModel type = _byKey[key];
                if (type.IsTracked || type.Object is not { ConstructionKind: ConstructionKind.Uninitialized }
                    || !_objects.TryGetValue(key, out DescribedObject described))
                    continue;
                var lost = new List<ISymbol>();
                _byKey[key] = TrackedObjects.Initialize(this, type, described, lost);
                if (lost.Count != 0)
                    ReportNotInitialized(roots, keys, key, lost, "are stored by their fields");
            }
        }

        // Once for all constructed types of a generic class, which have one declaration.
        private void ReportNotInitialized(List<(RootModel Root, ITypeSymbol? Type)> roots, List<string> keys, string key,
            List<ISymbol> lost, string why)
        {
            if (!IsFirst(_symbols[key].OriginalDefinition, Rules.NotInitialized.Id))
                return;
            string names = string.Join(", ", lost.Take(3).Select(one => "'" + one.Name + "'")) + (lost.Count > 3 ? " and others" : "");
            ReportAtType(roots, keys, key, lost[0], Rules.NotInitialized, names, why,
                IsUninitialized(key) ? "without calling a constructor" : "with the parameterless constructor",
                IsUninitialized(key) ? "Add a parameterless constructor, which may be private, set it in" : "Set it there, in");
        }

        private bool IsUninitialized(string key) => _byKey[key].Object!.ConstructionKind == ConstructionKind.Uninitialized;

        private void ReportEndless(List<(RootModel Root, ITypeSymbol? Type)> roots, List<string> keys, List<TypeModel> cycle)
        {
            TypeModel? converted = cycle.Find(type => type.IsConverted);
            TypeModel first = converted
                ?? cycle.Find(type => type.IsPrinted && _symbols[type.Key].Locations.Any(place => place.IsInSource))
                ?? cycle.Find(type => type.IsPrinted) ?? cycle[0];
            ReportAtType(roots, keys, first.Key, _symbols[first.Key], Rules.EndlessValue,
                converted != null
                    ? "it is made of its surrogate, which would have to be complete before; store it by its members instead, "
                    + "or let the surrogate refer to others by an id"
                : Names.IsOfPlatform(_symbols[first.Key])
                    ? "use List<object> or Dictionary<string, object>, which an object may contain, or a class with a member of this type"
                : "make it a class");
        }

        // Reports at a symbol of a type if it is in source, otherwise at the first root that reaches the type, with the path to it.
        private void ReportAtType(List<(RootModel Root, ITypeSymbol? Type)> roots, List<string> keys, string key, ISymbol symbol,
            DiagnosticDescriptor rule, params string[] arguments)
        {
            Begin(roots, keys, key);
            ReportAt(symbol, rule, new[] { Path, Names.InSchema(_symbols[key]) }.Concat(arguments).ToArray());
        }

        // Reports that follow have the path to a type.
        private void Begin(List<(RootModel Root, ITypeSymbol? Type)> roots, List<string> keys, string key)
        {
            string from = keys.First(root => Reachable(_byKey, new List<string> { root }, isJson: true).Contains(key));
            (RootModel root, ITypeSymbol? type) = roots.First(pair => pair.Type != null && KeyOf(pair.Type) == from);
            _findings.Begin(root.TypeId, Names.InSchema(type!) + Nesting.PathTo(_byKey, from, key));
        }
    }
}
