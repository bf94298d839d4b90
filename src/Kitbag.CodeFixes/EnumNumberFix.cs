using System.Collections.Immutable;
using System.Composition;
using System.Threading.Tasks;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CodeActions;
using Microsoft.CodeAnalysis.CodeFixes;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Syntax;
using Microsoft.CodeAnalysis.Formatting;

namespace Kitbag.CodeFixes
{
    /// <summary>Restores the number of an enum value in documents of the lock file.</summary>
    [ExportCodeFixProvider(LanguageNames.CSharp, Name = nameof(EnumNumberFix)), Shared]
    public sealed class EnumNumberFix : CodeFixProvider
    {
        /// <inheritdoc/>
        public override ImmutableArray<string> FixableDiagnosticIds { get; } = ImmutableArray.Create("KIT0047");

        /// <inheritdoc/>
        public override FixAllProvider GetFixAllProvider() => WellKnownFixAllProviders.BatchFixer;

        /// <inheritdoc/>
        public override async Task RegisterCodeFixesAsync(CodeFixContext context)
        {
            if (!context.Diagnostics[0].Properties.TryGetValue("OldNumber", out string? number) || number == null)
                return;
            SyntaxNode? root = await context.Document.GetSyntaxRootAsync(context.CancellationToken).ConfigureAwait(false);
            if (Marking.DeclarationAt(root, context.Span.Start) is not EnumMemberDeclarationSyntax value)
                return;
            EnumMemberDeclarationSyntax numbered = value.WithoutTrailingTrivia()
                .WithEqualsValue(SyntaxFactory.EqualsValueClause(SyntaxFactory.ParseExpression(number)))
                .WithTrailingTrivia(value.GetTrailingTrivia()).WithAdditionalAnnotations(Formatter.Annotation);
            string title = "Give '" + value.Identifier.ValueText + "' the number " + number + " again";
            context.RegisterCodeFix(CodeAction.Create(title,
                _ => Task.FromResult(context.Document.WithSyntaxRoot(root!.ReplaceNode(value, numbered))), "Old number"),
                context.Diagnostics);
        }
    }
}
