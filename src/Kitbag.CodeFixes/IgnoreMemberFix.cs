using System.Collections.Immutable;
using System.Composition;
using System.Globalization;
using System.Linq;
using System.Threading;
using System.Threading.Tasks;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CodeActions;
using Microsoft.CodeAnalysis.CodeFixes;
using Microsoft.CodeAnalysis.CSharp.Syntax;

namespace Kitbag.CodeFixes
{
    /// <summary>Excludes a member that cannot be serialized.</summary>
    [ExportCodeFixProvider(LanguageNames.CSharp, Name = nameof(IgnoreMemberFix)), Shared]
    public sealed class IgnoreMemberFix : CodeFixProvider
    {
        /// <inheritdoc/>
        public override ImmutableArray<string> FixableDiagnosticIds { get; } =
            ImmutableArray.Create("KIT0001", "KIT0008", "KIT0009", "KIT0017", "KIT0036", "KIT0038");

        /// <inheritdoc/>
        public override FixAllProvider GetFixAllProvider() => WellKnownFixAllProviders.BatchFixer;

        /// <inheritdoc/>
        public override async Task RegisterCodeFixesAsync(CodeFixContext context)
        {
            SyntaxNode? root = await context.Document.GetSyntaxRootAsync(context.CancellationToken).ConfigureAwait(false);
            if (Marking.DeclarationAt(root, context.Span.Start) is not MemberDeclarationSyntax member
                || member is not (PropertyDeclarationSyntax or FieldDeclarationSyntax) || !context.Diagnostics.Any(IsAdvised))
                return;
            const string Title = "Do not serialize the member: mark it with [KitbagIgnore]";
            context.RegisterCodeFix(CodeAction.Create(Title, cancellation => Mark(context.Document, member, cancellation), Title),
                context.Diagnostics);
        }

        // Most attributes of other serializers that are not supported say nothing about whether the member is stored.
        private static bool IsAdvised(Diagnostic diagnostic) => diagnostic.Id != "KIT0008"
            || diagnostic.GetMessage(CultureInfo.InvariantCulture).Contains("[KitbagIgnore]");

        // A member that is both included and excluded would cause KIT0018.
        private static Task<Document> Mark(Document document, MemberDeclarationSyntax member, CancellationToken cancellationToken) =>
            Marking.Mark(document, member, "KitbagIgnoreAttribute", "KitbagIncludeAttribute", cancellationToken);
    }
}
