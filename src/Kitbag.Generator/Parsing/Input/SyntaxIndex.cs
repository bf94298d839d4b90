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
    /// The parts of a syntax tree that the generator needs before it binds symbols. The index of each tree is created once, so that an edit
    /// costs a walk through one file, not through all files.
    /// </summary>
    internal sealed class SyntaxIndex
    {
        private const string Include = "KitbagInclude";

        private static readonly ConditionalWeakTable<SyntaxTree, SyntaxIndex> s_known = new ConditionalWeakTable<SyntaxTree, SyntaxIndex>();

        private readonly List<NameOccurrence> _names = new List<NameOccurrence>();
        private readonly HashSet<string> _marked = new HashSet<string>();
        private ILookup<string, int>? _places;
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
                        when ConstructorArguments.Renames(constructor) || ArgumentFlow.DependsOnBody(constructor)
                            || RequiredArguments.AreIn(constructor):
                        DeclaresInBodies = true;
                        break;
                    case TypeDeclarationSyntax type:
                        AddType(type);
                        DeclaresInBodies |= CreatedMembers.DependOnBodies(type);
                        break;
                }
            }
        }

        public static SyntaxIndex Of(SyntaxTree tree) => s_known.GetValue(tree, t => new SyntaxIndex(t));

        /// <summary>Names that may be those of methods or generic types, and the keyword <c>new</c> without a type name.</summary>
        public IReadOnlyList<NameOccurrence> Names => _names;

        /// <summary>The positions of a name in <see cref="Names"/>.</summary>
        public IEnumerable<int> PlacesOf(string name) => (_places ??= _names.ToLookup(place => place.Name, place => place.Start))[name];

        /// <summary>
        /// The names of methods and types whose type parameters have an attribute that may be [KitbagRoot], and aliases of
        /// [KitbagSerializable].
        /// </summary>
        public IReadOnlyCollection<string> MaybeMarked => _marked;

        /// <summary>The types with an attribute that has arguments and may be [CodecFor] or [KitbagSurrogate].</summary>
        public IReadOnlyList<TextSpan> MaybeCodecs => _codecs;

        /// <summary>
        /// The types that may have members which the compiler hides from other projects, or which [KitbagInclude] includes.
        /// </summary>
        public IReadOnlyList<TextSpan> MaybeHiding => _hiding;

        /// <summary>Whether the tree contains a property that has only a getter.</summary>
        public bool HasGetOnly { get; }

        /// <summary>
        /// Whether a body may affect a declaration: the keyword <c>field</c> adds a backing field, and a constructor shows which parameter
        /// sets which member, and which members it creates.
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
            if (type.Members.Any(MayBeHidden) || ConstructorArguments.PassesOn(type)
                || (type is RecordDeclarationSyntax { ParameterList: { } properties }
                    && properties.Parameters.Any(p => p.AttributeLists.Any(IsInclude)))
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
                case PropertyDeclarationSyntax property when property.Modifiers.Any(SyntaxKind.PublicKeyword)
                    && property.AccessorList?.Accessors.Any(a => !a.IsKind(SyntaxKind.GetAccessorDeclaration)) != true
                    && (SetterCode.BackingField(property).Length != 0 || PropertyFields.UsesKeyword(property)):
                    return true;
                case BasePropertyDeclarationSyntax or FieldDeclarationSyntax or ConstructorDeclarationSyntax:
                    return member.AttributeLists.Count != 0
                        && (!member.Modifiers.Any(SyntaxKind.PublicKeyword)
                            || member.AttributeLists.Any(IsInclude))
                        || member is ConstructorDeclarationSyntax constructor
                            && (ConstructorArguments.Renames(constructor) || ConstructorArguments.PassesOn(constructor))
                        || member is ConstructorDeclarationSyntax && !member.Modifiers.Any(SyntaxKind.PublicKeyword)
                            && !member.Modifiers.Any(SyntaxKind.StaticKeyword);
                case MethodDeclarationSyntax:
                    return !member.Modifiers.Any(SyntaxKind.PublicKeyword) && member.AttributeLists.Any(l => l.Attributes
                        .Any(a => LastName(a.Name) is Migrations.ShortName or Migrations.ShortName + "Attribute"
                            || MarkedCallbacks.IsShortName(LastName(a.Name))));
                default:
                    return false;
            }
        }

        private static bool IsInclude(AttributeListSyntax list) =>
            list.Attributes.Any(a => LastName(a.Name) is Include or Include + "Attribute");

        private static string LastName(NameSyntax name) =>
            (name is QualifiedNameSyntax qualified ? qualified.Right : name is AliasQualifiedNameSyntax inAlias ? inAlias.Name
                : name) is SimpleNameSyntax simple ? simple.Identifier.ValueText : "";

        private static bool IsRegistration(NameSyntax name) =>
            MarkedNames.IsRegistration(LastName(name));

        // Whether only a type can occur at this position, and it is only instantiated or derived from.
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

    /// <summary>A name and its position in the tree.</summary>
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
