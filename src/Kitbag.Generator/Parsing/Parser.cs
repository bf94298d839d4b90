using System;
using System.Collections.Generic;
using System.Linq;
using System.Threading;
using Kitbag.Generator.Diagnostics;
using Kitbag.Generator.Model;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;

namespace Kitbag.Generator.Parsing
{
    /// <summary>
    /// Visits the types that are reachable from the roots and describes each of them. The parser converts symbols to models; later steps
    /// use no symbols.
    /// </summary>
    internal sealed partial class Parser
    {
        private readonly Dictionary<ITypeSymbol, Description> _plain = new Dictionary<ITypeSymbol,
            Description>(SymbolEqualityComparer.Default);
        private readonly Dictionary<ITypeSymbol, Description> _exact = new Dictionary<ITypeSymbol,
            Description>(SymbolEqualityComparer.Default);
        private readonly Dictionary<ITypeSymbol, ITypeSymbol> _met = new Dictionary<ITypeSymbol,
            ITypeSymbol>(SymbolEqualityComparer.Default);
        private readonly Dictionary<string, TypeModel> _declared = new Dictionary<string, TypeModel>();
        private readonly HashSet<string> _classNames = new HashSet<string>(StringComparer.OrdinalIgnoreCase); // also names of files
        private readonly Dictionary<string, TypeModel> _byKey = new Dictionary<string, TypeModel>();
        private readonly List<TypeModel> _types = new List<TypeModel>();
        private readonly List<ITypeSymbol> _failed = new List<ITypeSymbol>();
        private readonly HashSet<ITypeSymbol> _byFields = new HashSet<ITypeSymbol>(SymbolEqualityComparer.Default);
        private readonly HashSet<ISymbol> _reported = new HashSet<ISymbol>(SymbolEqualityComparer.Default);
        private readonly HashSet<(ISymbol, string)> _reportedParts = new HashSet<(ISymbol, string)>();
        private readonly Dictionary<ISymbol, bool> _choices = new Dictionary<ISymbol, bool>(SymbolEqualityComparer.Default);
        private readonly CancellationToken _cancellationToken;
        private readonly Forms _forms;
        private readonly CompilationInput _input;
        private readonly Findings _findings;
        private readonly Warnings _warnings = new Warnings();
        private readonly Dictionary<ITypeSymbol, List<INamedTypeSymbol>> _concretes = new Dictionary<ITypeSymbol,
            List<INamedTypeSymbol>>(SymbolEqualityComparer.Default);
        private Hierarchy? _hierarchy;
        private Compilation? _withHiddenMembers;
        private Description? _current;

        private Parser(Compilation compilation, Forms forms, CompilationInput input, CancellationToken cancellationToken)
        {
            Compilation = compilation;
            _forms = forms;
            _input = input;
            _findings = new Findings(compilation);
            Catalogue = new Catalogue(compilation);
            _cancellationToken = cancellationToken;
        }

        public Compilation Compilation { get; }

        public Catalogue Catalogue { get; }

        public Hierarchy Hierarchy => _hierarchy ??= new Hierarchy(Compilation, _forms);

        /// <summary>
        /// The types that attributes name, in order of their names: the types of values that members of type object may hold.
        /// </summary>
        public List<ITypeSymbol> Registered { get; } = new List<ITypeSymbol>();

        /// <summary>The compilation with the hidden members of other assemblies.</summary>
        public Compilation WithHiddenMembers =>
            _withHiddenMembers ??= Compilation.WithOptions(((CSharpCompilationOptions)Compilation.Options)
            .WithMetadataImportOptions(MetadataImportOptions.All));

        /// <summary>Describes the type of a member, or of elements. Problems are reported at the member, otherwise at the call.</summary>
        /// <returns>Null if it cannot be serialized, which has been reported.</returns>
        public TypeModel? Visit(ISymbol member, ITypeSymbol type, string step)
        {
            Findings.Position mark = _findings.Mark();
            _findings.Enter(member, step);
            TypeModel? model = Visit(type);
            _findings.Return(mark);
            return model;
        }

        /// <inheritdoc cref="Visit(ISymbol, ITypeSymbol, string)"/>
        public TypeModel? Visit(ITypeSymbol type, string step)
        {
            Findings.Position mark = _findings.Mark();
            _findings.Enter(null, step);
            TypeModel? model = Visit(type);
            _findings.Return(mark);
            return model;
        }

        /// <summary>Describes the type of a member that may be omitted: if the type cannot be serialized, nothing is reported.</summary>
        /// <param name="member">The member.</param>
        /// <param name="type">Its type.</param>
        /// <param name="step">The path segment of the member.</param>
        /// <param name="problem">The first problem, which would have been reported.</param>
        public TypeModel? TryVisit(ISymbol member, ITypeSymbol type, string step, out string problem)
        {
            int failed = _failed.Count;
            Findings.Attempt attempt = _findings.Try();
            TypeModel? model = Visit(member, type, step);
            problem = _findings.End(attempt, isKept: model != null);
            if (model != null)
                return model;
            Forget(failed);
            return null;
        }

        /// <summary>
        /// Describes a derived class that may be omitted: if the class itself cannot be serialized, and not something that it reaches,
        /// nothing is reported.
        /// </summary>
        /// <param name="type">The class.</param>
        /// <param name="step">Its path segment.</param>
        /// <param name="problem">The problem that would have been reported, without the path; null if it was reported.</param>
        public TypeModel? TryVisitExact(ITypeSymbol type, string step, out string? problem)
        {
            int failed = _failed.Count;
            Findings.Attempt attempt = _findings.Try();
            TypeModel? model = VisitExact(type, step);
            problem = _findings.EndAt(attempt, Path + step, isKept: model != null);
            if (problem != null)
                Forget(failed);
            return model;
        }

        // Problems of types that were found during the attempt have to be found again when the types are needed.
        private void Forget(int failed)
        {
            foreach (ITypeSymbol one in _failed.Skip(failed))
            {
                foreach (Dictionary<ITypeSymbol, Description> descriptions in new[] { _plain, _exact })
                {
                    if (descriptions.TryGetValue(one, out Description description) && description is { IsOpen: false, Model: null })
                        descriptions.Remove(one);
                }
            }
            _failed.RemoveRange(failed, _failed.Count - failed);
        }

        /// <summary>Describes a type without its derived types.</summary>
        public TypeModel? VisitExact(ITypeSymbol type, string step)
        {
            if (!UnionShape.IsOpenObject(this, type) && (type is not INamedTypeSymbol named || !IsUnion(named)))
                return Visit(type, step);
            Findings.Position mark = _findings.Mark();
            _findings.Enter(null, step);
            TypeModel? model = Describe(type, isExact: true);
            _findings.Return(mark);
            return model;
        }

        /// <summary>Whether the current type is described without its derived types.</summary>
        public bool IsExact { get; private set; }

        /// <summary>Whether other classes derive from a class.</summary>
        public bool IsUnion(INamedTypeSymbol type) =>
            type is { TypeKind: TypeKind.Class, IsSealed: false } && !Names.IsOfPlatform(type)
                && (type.IsAbstract || (!UserDefinedCollectionShape.IsCollection(this, type) && Concretes(type).Count > 1));

        /// <summary>The concrete types that a variable of a declared type may hold, in order of their names.</summary>
        public List<INamedTypeSymbol> Concretes(INamedTypeSymbol type)
        {
            if (!_concretes.TryGetValue(type, out List<INamedTypeSymbol> concretes))
                _concretes.Add(type, concretes = Hierarchy.Concretes(type));
            return concretes;
        }

        /// <summary>Whether all fields of a type are its members.</summary>
        public bool IsByFields(ITypeSymbol type) =>
            _byFields.Contains(type.OriginalDefinition) || Catalogue.IsByFields(type)
                || Attributes.All(type.OriginalDefinition, "Kitbag.KitbagSerializableAttribute")
                .Any(data => Attributes.Named(data, "Fields") is true);

        /// <summary>Whether objects of a class are tracked according to its attribute, or that of its nearest base class.</summary>
        public bool? TrackedChoice(INamedTypeSymbol type)
        {
            for (INamedTypeSymbol? t = type; t is { SpecialType: SpecialType.None }; t = t.BaseType)
            {
                if (_choices.TryGetValue(t.OriginalDefinition, out bool chosen))
                    return chosen;
                foreach (AttributeData data in Attributes.All(t.OriginalDefinition, "Kitbag.KitbagSerializableAttribute"))
                {
                    if (Attributes.Named(data, "Tracked") is bool isTracked)
                        return isTracked;
                }
            }
            return null;
        }

        /// <summary>
        /// The type that is stored in place of a type: its surrogate, or the surrogate of that; null if the type itself is stored.
        /// </summary>
        public TypeModel? StoredShape(TypeModel type)
        {
            var seen = new HashSet<string>();
            while (type.Shape == ShapeKind.Surrogate)
            {
                if (!seen.Add(type.Key))
                    return null;
                type = Find(type.Stored);
            }
            return type;
        }

        /// <summary>The model with a key; for a type that is being described, its declared outline.</summary>
        public TypeModel Find(string key) => _byKey.TryGetValue(key, out TypeModel model) ? model : _declared[key];

        /// <summary>Whether a type on the current path, which the current type refers to again, can reach itself.</summary>
        public bool ReachesItself(string key) => Reaches(new[] { key }, next => !_byKey.ContainsKey(next));

        /// <summary>Whether a type can reach itself, or one that is being described, which refers to it.</summary>
        public bool IsInCycle(string key) => !_byKey.TryGetValue(key, out TypeModel model)
            || Reaches(model.Uses(isJson: false), next => next == key || !_byKey.ContainsKey(next));

        private bool Reaches(IEnumerable<string> keys, System.Func<string, bool> isWanted)
        {
            var seen = new HashSet<string>();
            var waiting = new Stack<string>(keys);
            while (waiting.Count != 0)
            {
                string next = waiting.Pop();
                if (!seen.Add(next))
                    continue;
                if (isWanted(next))
                    return true;
                foreach (string used in _byKey[next].Uses(isJson: false))
                    waiting.Push(used);
            }
            return false;
        }

        /// <summary>The model of another form of a type, created on the first request.</summary>
        public TypeModel Form(string key, System.Func<TypeModel> make)
        {
            if (!_byKey.ContainsKey(key))
                AddType(make());
            return Find(key);
        }

        /// <summary>The key of the model of a type.</summary>
        public string KeyOf(ITypeSymbol type) => Names.InCode(Plain(type));

        private TypeModel? Visit(ITypeSymbol type) => Describe(Plain(type), isExact: false);

        // Neither nullability nor the names of tuple elements distinguish types, at any nesting level: the first occurrence determines how
        // a type is written.
        private ITypeSymbol Plain(ITypeSymbol type)
        {
            if (type is INamedTypeSymbol { IsTupleType: true, TupleUnderlyingType: { } tuple })
                type = tuple;
            type = type.WithNullableAnnotation(NullableAnnotation.None);
            if (!_met.TryGetValue(type, out ITypeSymbol met))
                _met.Add(type, met = type);
            return met;
        }

        /// <inheritdoc cref="Findings.Path"/>
        public string Path => _findings.Path;

        /// <summary>Whether a name occurs anywhere in the source of the compilation.</summary>
        public bool IsNamed(string name) => _forms.IsNamed(name);

        /// <summary>A unique name for a generated class.</summary>
        public string ClassName(ITypeSymbol type, string suffix)
        {
            string wanted = Names.Identifier(type) + suffix;
            return ClassName(wanted, type);
        }

        /// <inheritdoc cref="ClassName(ITypeSymbol, string)"/>
        public string ClassName(string wanted, ITypeSymbol type)
        {
            if (!Take(wanted))
            {
                string space = type.ContainingNamespace is { IsGlobalNamespace: false } named ? named.ToDisplayString().Replace('.', '_')
                    + "_" : "";
                wanted = space + wanted;
                string first = wanted;
                for (int i = 2; !Take(wanted); i++)
                    wanted = first + "_" + i.ToString(System.Globalization.CultureInfo.InvariantCulture);
            }
            return wanted;
        }

        private bool Take(string className) => !Catalogue.IsTaken(className) && _classNames.Add(className);

        /// <summary>Whether a symbol is declared in this project.</summary>
        public bool IsOwn(ISymbol symbol) => SymbolEqualityComparer.Default.Equals(symbol.ContainingAssembly, Compilation.Assembly);

        public void Report(DiagnosticDescriptor rule, params string[] arguments) =>
            _findings.Report(Enumerable.Empty<ISymbol>(), Enumerable.Empty<ISymbol>(), rule, arguments);

        /// <summary>
        /// Reports at the current position, but only once for each symbol; further reports are only recorded as the reason why a type has
        /// no code.
        /// </summary>
        public void ReportOnce(ISymbol about, DiagnosticDescriptor rule, params string[] arguments)
        {
            if (_reported.Add(about))
                Report(rule, arguments);
            else
                _findings.RecordCause(rule, arguments);
        }

        /// <summary>Whether nothing has been reported about a part of a symbol yet.</summary>
        public bool IsFirst(ISymbol symbol, string part) => _reportedParts.Add((symbol, part));

        /// <summary>Reports at a symbol if it is in this compilation's source, otherwise at the current position.</summary>
        public void ReportAt(ISymbol symbol, DiagnosticDescriptor rule, params string[] arguments) =>
            _findings.Report(new[] { symbol }, Enumerable.Empty<ISymbol>(), rule, arguments);

        /// <summary>Reports that one of several symbols has to be chosen.</summary>
        public void ReportAt(ISymbol symbol, IEnumerable<ISymbol> choices, DiagnosticDescriptor rule, params string[] arguments) =>
            _findings.Report(new[] { symbol }, choices, rule, arguments);
    }
}
