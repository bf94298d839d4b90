using System.Collections.Immutable;
using System.Composition;
using System.Threading.Tasks;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CodeActions;
using Microsoft.CodeAnalysis.CodeFixes;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Syntax;

namespace Kitbag.CodeFixes
{
    /// <summary>Adds a setter with the least necessary accessibility to a property, so that reading can restore it.</summary>
    [ExportCodeFixProvider(LanguageNames.CSharp, Name = nameof(AddSetterFix)), Shared]
    public sealed class AddSetterFix : CodeFixProvider
    {
        /// <inheritdoc/>
        public override ImmutableArray<string> FixableDiagnosticIds { get; } = ImmutableArray.Create("KIT0017");

        /// <inheritdoc/>
        public override FixAllProvider GetFixAllProvider() => WellKnownFixAllProviders.BatchFixer;

        /// <inheritdoc/>
        public override async Task RegisterCodeFixesAsync(CodeFixContext context)
        {
            SyntaxNode? root = await context.Document.GetSyntaxRootAsync(context.CancellationToken).ConfigureAwait(false);
            SemanticModel? model = await context.Document.GetSemanticModelAsync(context.CancellationToken).ConfigureAwait(false);
            // An override must have the accessors of its base.
            if (root?.FindToken(context.Span.Start).Parent is not PropertyDeclarationSyntax
                {
                    AccessorList: { Accessors: { Count: 1 } }
                } property
                || model?.GetDeclaredSymbol(property, context.CancellationToken) is not { IsOverride: false } symbol)
                return;
            AccessorDeclarationSyntax getter = property.AccessorList.Accessors[0];
            AccessorDeclarationSyntax setter = Setter(model.Compilation, symbol).WithLeadingTrivia(getter.GetLeadingTrivia())
                .WithTrailingTrivia(getter.GetTrailingTrivia());
            PropertyDeclarationSyntax changed = property.WithAccessorList(property.AccessorList.AddAccessors(setter));
            const string Title = "Store the member: give it a setter that generated code reaches";
            context.RegisterCodeFix(CodeAction.Create(Title,
                _ => Task.FromResult(context.Document.WithSyntaxRoot(root.ReplaceNode(property, changed))), Title), context.Diagnostics);
        }

        private static AccessorDeclarationSyntax Setter(Compilation compilation, IPropertySymbol property)
        {
            INamedTypeSymbol type = property.ContainingType;
            bool isReached = compilation.GetTypeByMetadataName("System.Runtime.CompilerServices.UnsafeAccessorAttribute") != null
                && !type.IsGenericType;
            AccessorDeclarationSyntax setter = SyntaxFactory
                .AccessorDeclaration(type is { IsValueType: true, IsReadOnly: true }
                    ? SyntaxKind.InitAccessorDeclaration : SyntaxKind.SetAccessorDeclaration)
                .WithSemicolonToken(SyntaxFactory.Token(SyntaxKind.SemicolonToken));
            return setter.AddModifiers(SyntaxFactory.Token(isReached
                ? SyntaxKind.PrivateKeyword : SyntaxKind.InternalKeyword).WithTrailingTrivia(SyntaxFactory.Space));
        }
    }
}
