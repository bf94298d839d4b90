using System.Collections.Immutable;
using System.Composition;
using System.Linq;
using System.Threading.Tasks;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CodeActions;
using Microsoft.CodeAnalysis.CodeFixes;
using Microsoft.CodeAnalysis.CSharp.Syntax;

namespace Kitbag.CodeFixes
{
    /// <summary>Marks a type to say that a member in documents of the lock file was removed on purpose.</summary>
    [ExportCodeFixProvider(LanguageNames.CSharp, Name = nameof(RemovedFix)), Shared]
    public sealed class RemovedFix : CodeFixProvider
    {
        /// <inheritdoc/>
        public override ImmutableArray<string> FixableDiagnosticIds { get; } =
            ImmutableArray.Create("KIT0040", "KIT0041", "KIT0042", "KIT0046", "KIT0047");

        /// <inheritdoc/>
        public override FixAllProvider GetFixAllProvider() => WellKnownFixAllProviders.BatchFixer;

        /// <inheritdoc/>
        public override async Task RegisterCodeFixesAsync(CodeFixContext context)
        {
            Diagnostic diagnostic = context.Diagnostics[0];
            if (!diagnostic.Properties.TryGetValue("OldName", out string? oldName) || oldName == null)
                return;
            SyntaxNode? root = await context.Document.GetSyntaxRootAsync(context.CancellationToken).ConfigureAwait(false);
            if (root?.FindToken(context.Span.Start).Parent?.AncestorsAndSelf().OfType<BaseTypeDeclarationSyntax>().FirstOrDefault()
                is not { } type)
                return;
            string title = "'" + oldName + "' was removed on purpose: mark '" + type.Identifier.ValueText + "' with [KitbagRemoved(\""
                + oldName + "\")]";
            context.RegisterCodeFix(CodeAction.Create(title,
                cancellation => Marking.Mark(context.Document, type, "KitbagRemovedAttribute", null, cancellation, oldName), "Removed"),
                diagnostic);
        }
    }
}
