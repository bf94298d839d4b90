using System.Collections.Generic;
using System.Linq;
using System.Runtime.CompilerServices;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp.Syntax;
using Microsoft.CodeAnalysis.Text;

namespace Kitbag.Generator.Parsing
{
    /// <summary>
    /// What stands in a syntax tree, as far as the generator wants it before anything is bound. Found once for each tree, so that a key
    /// stroke costs the walk through one file and not through all.
    /// </summary>
    internal sealed class TreeIndex
    {
        private static readonly ConditionalWeakTable<SyntaxTree, TreeIndex> s_known = new ConditionalWeakTable<SyntaxTree, TreeIndex>();

        private readonly List<NamedPlace> _calls = new List<NamedPlace>();
        private readonly HashSet<string> _marked = new HashSet<string>();
        private readonly List<TextSpan> _codecs = new List<TextSpan>();

        private TreeIndex(SyntaxTree tree)
        {
            foreach (SyntaxNode node in tree.GetRoot().DescendantNodes())
            {
                switch (node)
                {
                    case InvocationExpressionSyntax call when Roots.NameOf(call) is { } name:
                        _calls.Add(new NamedPlace(name.Identifier.ValueText, call.Span));
                        break;
                    case MethodDeclarationSyntax { TypeParameterList: { } list } method when MayBeMarked(list):
                        _marked.Add(method.Identifier.ValueText);
                        break;
                    case TypeDeclarationSyntax type:
                        AddType(type);
                        break;
                    case ExpressionSyntax { Span: { Length: 5 } } word when word.ToString() == "field":
                        DeclaresInBodies = true;
                        break;
                }
            }
        }

        public static TreeIndex Of(SyntaxTree tree) => s_known.GetValue(tree, t => new TreeIndex(t));

        /// <summary>Calls, by the names of what is called.</summary>
        public IReadOnlyList<NamedPlace> Calls => _calls;

        /// <summary>The methods whose type parameters, or whose types', have an attribute: [KitbagRoot], by whatever name, or another.</summary>
        public IReadOnlyCollection<string> MarkedNames => _marked;

        /// <summary>The classes that have an attribute of two arguments: [CodecFor], by whatever name, or another.</summary>
        public IReadOnlyList<TextSpan> MaybeCodecs => _codecs;

        /// <summary>Whether the body of an accessor may declare something: the word <c>field</c> makes a field.</summary>
        public bool DeclaresInBodies { get; }

        private void AddType(TypeDeclarationSyntax type)
        {
            if (type.TypeParameterList is { } list && MayBeMarked(list))
                _marked.UnionWith(type.Members.OfType<MethodDeclarationSyntax>().Select(m => m.Identifier.ValueText));
            if (type is ClassDeclarationSyntax && type.AttributeLists.Any(l => l.Attributes.Any(a => a.ArgumentList?.Arguments.Count >= 2)))
                _codecs.Add(type.Span);
        }

        private static bool MayBeMarked(TypeParameterListSyntax list) => list.Parameters.Any(p => p.AttributeLists.Count != 0);
    }

    /// <summary>A place in a tree where a name stands.</summary>
    internal readonly struct NamedPlace
    {
        public NamedPlace(string name, TextSpan span)
        {
            Name = name;
            Span = span;
        }

        public string Name { get; }

        public TextSpan Span { get; }
    }
}
