using System.Collections.Generic;
using System.Linq;
using System.Runtime.CompilerServices;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Syntax;
using Microsoft.CodeAnalysis.Text;

namespace Kitbag.Generator.Parsing
{
    /// <summary>
    /// What stands in a syntax tree, as far as the generator wants it before anything is bound. Found once for each tree, so that a key
    /// stroke costs the walk through one file and not through all.
    /// </summary>
    internal sealed class SyntaxIndex
    {
        private const string Include = "KitbagInclude";

        private static readonly ConditionalWeakTable<SyntaxTree, SyntaxIndex> s_known = new ConditionalWeakTable<SyntaxTree, SyntaxIndex>();

        private readonly List<NameOccurrence> _names = new List<NameOccurrence>();
        private readonly HashSet<string> _marked = new HashSet<string>();
        private readonly List<TextSpan> _codecs = new List<TextSpan>(), _hiding = new List<TextSpan>();

        private SyntaxIndex(SyntaxTree tree)
        {
            foreach (SyntaxNode node in tree.GetRoot().DescendantNodes())
            {
                HasGetOnly |= node is PropertyDeclarationSyntax { AccessorList: { Accessors: { Count: 1 } } };
                DeclaresInBodies |= node is ExpressionSyntax { Span: { Length: 5 } } && node.ToString() == "field";
                switch (node)
                {
                    case SimpleNameSyntax name when name is GenericNameSyntax || name.Parent is not MemberAccessExpressionSyntax access
                        || access.Expression != name:
                        _names.Add(new NameOccurrence(name.Identifier.ValueText, name.SpanStart, IsOfType(name)));
                        break;
                    case ImplicitObjectCreationExpressionSyntax creation:
                        _names.Add(new NameOccurrence(MarkedNames.New, creation.SpanStart, isOfType: false));
                        break;
                    case MethodDeclarationSyntax { TypeParameterList: { } list } method when MayBeMarked(list):
                        _marked.Add(method.Identifier.ValueText);
                        break;
                    case LocalFunctionStatementSyntax { TypeParameterList: { } list } function when MayBeMarked(list):
                        _marked.Add(function.Identifier.ValueText);
                        break;
                    case UsingDirectiveSyntax { Alias: { } alias, Name: { } target } when IsRegistration(target):
                        _marked.Add(alias.Name.Identifier.ValueText);
                        break;
                    case ConstructorDeclarationSyntax constructor
                        when ConstructorArguments.Renames(constructor) || ConstructorArguments.Computes(constructor):
                        DeclaresInBodies = true;
                        break;
                    case TypeDeclarationSyntax type:
                        AddType(type);
                        break;
                }
            }
        }

        public static SyntaxIndex Of(SyntaxTree tree) => s_known.GetValue(tree, t => new SyntaxIndex(t));

        /// <summary>Names that may be those of methods or generic types, and the word <c>new</c> where no name follows it.</summary>
        public IReadOnlyList<NameOccurrence> Names => _names;

        /// <summary>
        /// The names of methods and types whose type parameters have an attribute, [KitbagRoot], by whatever name, or another; and aliases
        /// of [KitbagSerializable].
        /// </summary>
        public IReadOnlyCollection<string> MaybeMarked => _marked;

        /// <summary>
        /// The types that have an attribute with arguments: [CodecFor] or [KitbagSurrogate], by whatever name, or another.
        /// </summary>
        public IReadOnlyList<TextSpan> MaybeCodecs => _codecs;

        /// <summary>
        /// The types that may have members which other projects' compilers are not shown, or which [KitbagInclude] asks for.
        /// </summary>
        public IReadOnlyList<TextSpan> MaybeHiding => _hiding;

        /// <summary>Whether a property that has a getter only stands in it.</summary>
        public bool HasGetOnly { get; }

        /// <summary>
        /// Whether a body may say something of a type: the word <c>field</c> makes a field, and a constructor tells which member a
        /// parameter is.
        /// </summary>
        public bool DeclaresInBodies { get; }

        private void AddType(TypeDeclarationSyntax type)
        {
            if (type.TypeParameterList is { } list && MayBeMarked(list))
            {
                _marked.UnionWith(type.Members.OfType<MethodDeclarationSyntax>().Select(m => m.Identifier.ValueText));
                MarkedNames.AddType(type.Identifier.ValueText, _marked);
            }
            if (type.AttributeLists.Any(l => l.Attributes.Any(a => a.ArgumentList?.Arguments.Count >= 1)))
                _codecs.Add(type.Span);
            if (type.Members.Any(MayBeHidden)
                || type.AttributeLists.Any(l => l.Attributes.Any(a => MarkedNames.IsRegistration(LastName(a.Name))
                    || LastName(a.Name) is UnknownStore.ShortName or UnknownStore.ShortName + "Attribute")))
                _hiding.Add(type.Span);
        }

        private static bool MayBeHidden(MemberDeclarationSyntax member)
        {
            switch (member)
            {
                case PropertyDeclarationSyntax { AccessorList: { } accessors } when accessors.Accessors.Any(a => a.Modifiers.Count != 0):
                    return true;
                case BasePropertyDeclarationSyntax or FieldDeclarationSyntax or ConstructorDeclarationSyntax:
                    return member.AttributeLists.Count != 0
                        && (!member.Modifiers.Any(SyntaxKind.PublicKeyword)
                            || member.AttributeLists.Any(l => l.Attributes.Any(a => LastName(a.Name) is Include or Include + "Attribute")))
                        || member is ConstructorDeclarationSyntax constructor && ConstructorArguments.Renames(constructor)
                        || member is ConstructorDeclarationSyntax && !member.Modifiers.Any(SyntaxKind.PublicKeyword)
                            && !member.Modifiers.Any(SyntaxKind.StaticKeyword);
                case MethodDeclarationSyntax:
                    return !member.Modifiers.Any(SyntaxKind.PublicKeyword) && member.AttributeLists.Any(l => l.Attributes
                        .Any(a => LastName(a.Name) is Migrations.ShortName or Migrations.ShortName + "Attribute"));
                default:
                    return false;
            }
        }

        private static string LastName(NameSyntax name) =>
            (name is QualifiedNameSyntax qualified ? qualified.Right : name is AliasQualifiedNameSyntax inAlias ? inAlias.Name
                : name) is SimpleNameSyntax simple ? simple.Identifier.ValueText : "";

        private static bool IsRegistration(NameSyntax name) =>
            MarkedNames.IsRegistration(LastName(name));

        // Whether only a type can stand there, and nothing is asked of it but to be made or derived from.
        private static bool IsOfType(SimpleNameSyntax name) => name.Parent switch
        {
            TypeArgumentListSyntax or NullableTypeSyntax or ArrayTypeSyntax or BaseTypeSyntax or VariableDeclarationSyntax
                or ParameterSyntax or BasePropertyDeclarationSyntax or MethodDeclarationSyntax => true,
            ObjectCreationExpressionSyntax creation => creation.Type == name,
            CastExpressionSyntax cast => cast.Type == name,
            _ => false,
        };

        private static bool MayBeMarked(TypeParameterListSyntax list) => list.Parameters.Any(p => p.AttributeLists.Count != 0);
    }

    /// <summary>A name, and where in its tree it begins.</summary>
    internal readonly struct NameOccurrence
    {
        public NameOccurrence(string name, int start, bool isOfType)
        {
            Name = name;
            Start = start;
            IsOfType = isOfType;
        }

        public string Name { get; }

        public int Start { get; }

        /// <summary>Whether it can only be the name of a type.</summary>
        public bool IsOfType { get; }
    }
}
