using System.Collections.Immutable;
using System.Composition;
using System.Linq;
using System.Threading.Tasks;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CodeActions;
using Microsoft.CodeAnalysis.CodeFixes;

namespace Kitbag.CodeFixes
{
    /// <summary>Adds the name in documents of the lock file to a renamed symbol, as its former name.</summary>
    [ExportCodeFixProvider(LanguageNames.CSharp, Name = nameof(FormerNameFix)), Shared]
    public sealed class FormerNameFix : CodeFixProvider
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
            // The member that was renamed, or the candidates that may replace the removed one.
            bool isCertain = diagnostic.Id is "KIT0041" or "KIT0042";
            foreach (Location location in isCertain ? new[] { diagnostic.Location } : diagnostic.AdditionalLocations.ToArray())
            {
                if (context.Document.Project.Solution.GetDocument(location.SourceTree) is not { } document)
                    continue;
                SyntaxNode? root = await document.GetSyntaxRootAsync(context.CancellationToken).ConfigureAwait(false);
                if (Marking.DeclarationAt(root, location.SourceSpan.Start) is not { } declaration)
                    continue;
                string name = root!.FindToken(location.SourceSpan.Start).ValueText;
                string title = "'" + name + "' was '" + oldName + "': mark it with [KitbagFormerName(\"" + oldName + "\")]";
                // One key for all unambiguous cases, so that they can be fixed together.
                context.RegisterCodeFix(CodeAction.Create(title,
                    cancellation => Marking.Mark(document, declaration, "KitbagFormerNameAttribute", null, cancellation, oldName),
                    isCertain ? "Former name" : title), diagnostic);
            }
        }
    }
}
