using System.Collections.Immutable;
using System.Composition;
using System.Linq;
using System.Threading;
using System.Threading.Tasks;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CodeActions;
using Microsoft.CodeAnalysis.CodeFixes;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Syntax;
using Microsoft.CodeAnalysis.Formatting;
using Microsoft.CodeAnalysis.Simplification;

namespace Kitbag.CodeFixes
{
    /// <summary>Adds missing conversion operators to a surrogate, with bodies to be completed.</summary>
    [ExportCodeFixProvider(LanguageNames.CSharp, Name = nameof(AddConversionsFix)), Shared]
    public sealed class AddConversionsFix : CodeFixProvider
    {
        /// <inheritdoc/>
        public override ImmutableArray<string> FixableDiagnosticIds { get; } = ImmutableArray.Create("KIT0010");

        /// <inheritdoc/>
        public override FixAllProvider GetFixAllProvider() => WellKnownFixAllProviders.BatchFixer;

        /// <inheritdoc/>
        public override async Task RegisterCodeFixesAsync(CodeFixContext context)
        {
            SyntaxNode? root = await context.Document.GetSyntaxRootAsync(context.CancellationToken).ConfigureAwait(false);
            if (root?.FindToken(context.Span.Start).Parent is not TypeDeclarationSyntax
                {
                    OpenBraceToken: { RawKind: (int)SyntaxKind.OpenBraceToken }
                } declaration)
                return;
            SemanticModel? model = await context.Document.GetSemanticModelAsync(context.CancellationToken).ConfigureAwait(false);
            if (model?.GetDeclaredSymbol(declaration, context.CancellationToken) is not { } surrogate
                || StandsFor(surrogate) is not { } type || !MayConvert(surrogate, type) || !MayConvert(type, surrogate))
                return;
            MemberDeclarationSyntax[] missing = new[] { (From: (ITypeSymbol)type, To: (ITypeSymbol)surrogate), (From: surrogate, To: type) }
                .Where(way => !Converts(way.From, way.To))
                .Select(way => Operator(way.From, way.To))
                .ToArray();
            if (missing.Length == 0)
                return;
            string title = "Add the missing conversions between '" + surrogate.Name + "' and '" + type.Name + "'";
            context.RegisterCodeFix(CodeAction.Create(title,
                _ => Task.FromResult(context.Document.WithSyntaxRoot(root.ReplaceNode(declaration, With(declaration, missing)))),
                "Add conversions"), context.Diagnostics);
        }

        private static INamedTypeSymbol? StandsFor(INamedTypeSymbol surrogate)
        {
            AttributeData? mark = surrogate.GetAttributes()
                .FirstOrDefault(data => data.AttributeClass?.ToDisplayString() == "Kitbag.KitbagSurrogateAttribute");
            return mark?.ConstructorArguments.Length == 1
                && mark.ConstructorArguments[0].Value is INamedTypeSymbol { IsUnboundGenericType: false } type ? type : null;
        }

        // C# has no conversion operators to and from interfaces, and none between a class and its base.
        private static bool MayConvert(INamedTypeSymbol from, INamedTypeSymbol to)
        {
            for (INamedTypeSymbol? b = from; b != null; b = b.BaseType)
            {
                if (SymbolEqualityComparer.Default.Equals(b, to))
                    return false;
            }
            return from.TypeKind != TypeKind.Interface;
        }

        private static bool Converts(ITypeSymbol from, ITypeSymbol to) =>
            from.GetMembers().Concat(to.GetMembers()).OfType<IMethodSymbol>().Any(m =>
                m.MethodKind == MethodKind.Conversion && SymbolEqualityComparer.Default.Equals(m.Parameters[0].Type, from)
                    && SymbolEqualityComparer.Default.Equals(m.ReturnType, to));

        private static MemberDeclarationSyntax Operator(ITypeSymbol from, ITypeSymbol to) =>
            SyntaxFactory.ParseMemberDeclaration("public static implicit operator " + Name(to) + "(" + Name(from)
                + " value) => throw new global::System.NotImplementedException();")!
                .WithTrailingTrivia(SyntaxFactory.ElasticCarriageReturnLineFeed)
                .WithAdditionalAnnotations(Formatter.Annotation, Simplifier.Annotation);

        private static string Name(ITypeSymbol type) => type.ToDisplayString(SymbolDisplayFormat.FullyQualifiedFormat);

        private static TypeDeclarationSyntax With(TypeDeclarationSyntax declaration, MemberDeclarationSyntax[] members) =>
            declaration.WithMembers(declaration.Members.AddRange(members));
    }
}
