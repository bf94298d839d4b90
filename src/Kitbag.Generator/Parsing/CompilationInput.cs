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
    /// A compilation as a step's input. Two are equal where the step would find the same in both: what differs stands inside the bodies of
    /// methods. A step keeps its input until it has to run again, and must not keep a compilation of long ago with all its symbols: the
    /// input holds what a compilation is made of, from which it makes one again where it is read late.
    /// </summary>
    internal sealed class CompilationInput : IEquatable<CompilationInput>
    {
        private readonly SyntaxTree[] _trees;
        private readonly MetadataReference[] _references;
        private readonly CompilationOptions _options;
        private readonly string? _name;
        private readonly HashSet<string> _names;
        private readonly bool _findsRoots;
        private readonly EquatableArray<RootModel> _roots;
        private readonly WeakReference<Compilation> _compilation;

        private CompilationInput(Compilation compilation, HashSet<string> names, EquatableArray<RootModel> roots,
            bool findsRoots = false)
        {
            _findsRoots = findsRoots;
            _compilation = new WeakReference<Compilation>(compilation);
            _trees = compilation.SyntaxTrees.ToArray();
            _references = compilation.References.ToArray();
            _options = compilation.Options;
            _name = compilation.AssemblyName;
            _names = names;
            _roots = roots;
        }

        /// <summary>For finding roots: in files that name what is marked, bodies count too.</summary>
        public static CompilationInput ForRoots(Compilation compilation) => Defects.Catch(
            "Names",
            () => new CompilationInput(compilation, MarkedNames.Of(compilation), EquatableArray<RootModel>.Empty, findsRoots: true),
            text => new CompilationInput(compilation, new HashSet<string>(),
                new EquatableArray<RootModel>(new[] { RootModel.Failed("the names of roots", PlaceModel.None, text) })));

        /// <summary>
        /// The roots of a snapshot made for finding them: one that tells of a failure on the way here, or those that are found.
        /// </summary>
        public EquatableArray<RootModel> Roots(CancellationToken cancellationToken) =>
            Read((compilation, failed) => failed.Count != 0 ? failed : Parsing.Roots.Of(compilation, cancellationToken));

        /// <summary>For describing the types that the roots reach.</summary>
        public static CompilationInput ForTypes(Compilation compilation, EquatableArray<RootModel> roots) =>
            new CompilationInput(compilation, new HashSet<string>(), roots);

        /// <summary>Has what stands in bodies count, too, in files that use these names: the step looked for them.</summary>
        public void Count(IEnumerable<string> names) => _names.UnionWith(names);

        /// <summary>Reads what the step wants.</summary>
        public T Read<T>(Func<Compilation, EquatableArray<RootModel>, T> read) => read(
            _compilation.TryGetTarget(out Compilation compilation) ? compilation
                : CSharpCompilation.Create(_name, _trees, _references, (CSharpCompilationOptions)_options),
            _roots);

        public bool Equals(CompilationInput? other)
        {
            if (other == null || _trees.Length != other._trees.Length || _name != other._name || !_options.Equals(other._options)
                || !_references.SequenceEqual(other._references) || !_roots.Equals(other._roots))
                return false;
            // One of the two has not been read yet, so only the other knows what is looked for.
            HashSet<string> names = _names.Count < other._names.Count ? other._names : _names;
            for (int i = 0; i < _trees.Length; i++)
            {
                if (_trees[i] != other._trees[i]
                    && (CountsInFull(_trees[i], names) || CountsInFull(other._trees[i], names)
                    || !SyntaxFactory.AreEquivalent(_trees[i], other._trees[i], topLevel: true)))
                    return false;
            }
            return true;
        }

        public override bool Equals(object? obj) => Equals(obj as CompilationInput);

        public override int GetHashCode() => _trees.Length;

        private bool CountsInFull(SyntaxTree tree, HashSet<string> names)
        {
            SyntaxIndex index = SyntaxIndex.Of(tree);
            return index.DeclaresInBodies || (names.Count != 0
                && index.Names.Any(place => _findsRoots ? MarkedNames.Has(names, place) : names.Contains(place.Name)));
        }
    }
}
