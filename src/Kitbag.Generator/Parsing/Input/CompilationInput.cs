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
    /// A compilation as the input of a step. Two inputs are equal if the step would produce the same result for both, that is, if only
    /// method bodies differ. The driver keeps the input of a step until the step runs again. So that this does not keep an old compilation
    /// and all its symbols in memory, the input holds the parts of a compilation, and recreates it from them if it is read later.
    /// </summary>
    internal sealed class CompilationInput : IEquatable<CompilationInput>
    {
        private readonly SyntaxTree[] _trees;
        private readonly MetadataReference[] _references;
        private readonly CompilationOptions _options;
        private readonly string? _name;
        private readonly HashSet<string> _names;
        private readonly bool _findsRoots;

        // The files in which bodies that affect declarations count; null if these are the files that may declare hidden members.
        private readonly HashSet<SyntaxTree>? _treesRead;
        private readonly EquatableArray<RootModel> _roots;
        private readonly WeakReference<Compilation> _compilation;

        private CompilationInput(Compilation compilation, HashSet<string> names, EquatableArray<RootModel> roots,
            HashSet<SyntaxTree>? treesRead, bool findsRoots = false)
        {
            _findsRoots = findsRoots;
            _treesRead = treesRead;
            _compilation = new WeakReference<Compilation>(compilation);
            _trees = compilation.SyntaxTrees.ToArray();
            _references = compilation.References.ToArray();
            _options = compilation.Options;
            _name = compilation.AssemblyName;
            _names = names;
            _roots = roots;
        }

        /// <summary>For finding roots: method bodies count as well, in files that contain names of marked symbols.</summary>
        public static CompilationInput ForRoots(Compilation compilation) => Defects.Catch(
            "Names",
            () => new CompilationInput(compilation, MarkedNames.Of(compilation), EquatableArray<RootModel>.Empty,
                new HashSet<SyntaxTree>(), findsRoots: true),
            text => new CompilationInput(compilation, new HashSet<string>(),
                new EquatableArray<RootModel>(new[] { RootModel.Failed("the names of roots", PlaceModel.None, text) }),
                new HashSet<SyntaxTree>()));

        /// <summary>The roots: those that the compilation names, or one that describes a failure while the input was created.</summary>
        public EquatableArray<RootModel> Roots(CancellationToken cancellationToken) =>
            Read((compilation, failed) => failed.Count != 0 ? failed : Parsing.Roots.Of(compilation, cancellationToken));

        /// <summary>
        /// For closing open roots. That depends on the method bodies that contain these roots, and on those that use the methods and types
        /// which declare their type parameters.
        /// </summary>
        public static CompilationInput ForOpenRoots(Compilation compilation, EquatableArray<RootModel> roots) =>
            new CompilationInput(compilation, roots.Any(root => root.OpenParameter.Length != 0) ? MarkedNames.Of(compilation)
                : new HashSet<string>(), roots, new HashSet<SyntaxTree>(), findsRoots: true);

        /// <summary>
        /// For describing the types that are reachable from the roots. A constructor's body counts in the files of types that the step
        /// passes to <see cref="Count(INamedTypeSymbol)"/>.
        /// </summary>
        public static CompilationInput ForTypes(Compilation compilation, EquatableArray<RootModel> roots) =>
            new CompilationInput(compilation, new HashSet<string>(), roots, new HashSet<SyntaxTree>());

        /// <summary>
        /// For describing hidden members. A constructor's body counts in all files that may declare types with such members.
        /// </summary>
        public static CompilationInput ForHiddenMembers(Compilation compilation) =>
            new CompilationInput(compilation, new HashSet<string>(), EquatableArray<RootModel>.Empty, treesRead: null);

        /// <summary>
        /// Includes method bodies of files that contain one of these names in the comparison, because the step searched for them.
        /// </summary>
        public void Count(IEnumerable<string> names)
        {
            foreach (string name in names)
                MarkedNames.AddAny(name, _names);
        }

        /// <summary>
        /// Includes the files of a type and its base types in the comparison, as far as their bodies affect declarations, because the step
        /// describes the type.
        /// </summary>
        public void Count(INamedTypeSymbol type)
        {
            for (INamedTypeSymbol? t = type; t != null; t = t.BaseType)
                _treesRead?.UnionWith(t.DeclaringSyntaxReferences.Select(part => part.SyntaxTree));
        }

        /// <summary>Runs a step on the compilation.</summary>
        public T Read<T>(Func<Compilation, EquatableArray<RootModel>, T> read) => read(
            _compilation.TryGetTarget(out Compilation compilation) ? compilation
                : CSharpCompilation.Create(_name, _trees, _references, (CSharpCompilationOptions)_options),
            _roots);

        public bool Equals(CompilationInput? other)
        {
            if (other == null || _trees.Length != other._trees.Length || _name != other._name || !_options.Equals(other._options)
                || !_references.SequenceEqual(other._references) || !_roots.Equals(other._roots))
                return false;
            // One of the two has not been read yet, so only the other one has the names that were searched for, and the files.
            HashSet<string> names = _names.Count < other._names.Count ? other._names : _names;
            for (int i = 0; i < _trees.Length; i++)
            {
                SyntaxTree one = _trees[i], another = other._trees[i];
                if (one == another)
                    continue;
                bool isRead = IsRead(one) || other.IsRead(another);
                if (CountsInFull(one, names, isRead) || CountsInFull(another, names, isRead)
                    || !SyntaxFactory.AreEquivalent(one, another, topLevel: true))
                    return false;
            }
            return true;
        }

        public override bool Equals(object? obj) => Equals(obj as CompilationInput);

        public override int GetHashCode() => _trees.Length;

        private bool IsRead(SyntaxTree tree) => _treesRead?.Contains(tree) ?? SyntaxIndex.Of(tree).MaybeHiding.Count != 0;

        private bool CountsInFull(SyntaxTree tree, HashSet<string> names, bool isRead)
        {
            SyntaxIndex index = SyntaxIndex.Of(tree);
            return (isRead && index.DeclaresInBodies) || (names.Count != 0
                && index.Names.Any(place => _findsRoots ? MarkedNames.Has(names, place) : names.Contains(place.Name)));
        }
    }
}
