using System.Collections.Generic;
using System.Collections.Immutable;
using System.Composition;
using System.Globalization;
using System.Linq;
using System.Threading;
using System.Threading.Tasks;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CodeActions;
using Microsoft.CodeAnalysis.CodeFixes;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Syntax;
using Microsoft.CodeAnalysis.Editing;

namespace Kitbag.CodeFixes
{
    /// <summary>
    /// Makes a type and its containing types partial, so that the generator can add methods that access a private member, or call one.
    /// </summary>
    [ExportCodeFixProvider(LanguageNames.CSharp, Name = nameof(MakePartialFix)), Shared]
    public sealed class MakePartialFix : CodeFixProvider
    {
        /// <inheritdoc/>
        public override ImmutableArray<string> FixableDiagnosticIds { get; } = ImmutableArray.Create("KIT0008", "KIT0009", "KIT0036");

        /// <inheritdoc/>
        public override FixAllProvider GetFixAllProvider() => WellKnownFixAllProviders.BatchFixer;

        /// <inheritdoc/>
        public override async Task RegisterCodeFixesAsync(CodeFixContext context)
        {
            SyntaxNode? root = await context.Document.GetSyntaxRootAsync(context.CancellationToken).ConfigureAwait(false);
            SyntaxNode? member = root?.FindToken(context.Span.Start).Parent?.AncestorsAndSelf()
                .FirstOrDefault(node => node is FieldDeclarationSyntax or PropertyDeclarationSyntax or MethodDeclarationSyntax);
            if (member == null || !CanBeAssigned(member) || !context.Diagnostics.Any(IsAdvised))
                return;
            List<TypeDeclarationSyntax> types = member.Ancestors().OfType<TypeDeclarationSyntax>()
                .Where(type => !type.Modifiers.Any(SyntaxKind.PartialKeyword)).ToList();
            if (types.Count == 0)
                return;
            string title = "Let the generator add accessors: declare '" + types[0].Identifier.Text + "' partial"
                + (types.Count == 1 ? "" : ", and its containing types");
            context.RegisterCodeFix(CodeAction.Create(title, cancellation => Mark(context.Document, types, cancellation), title),
                context.Diagnostics);
        }

        // KIT0008 also reports methods that are not called for other reasons.
        private static bool IsAdvised(Diagnostic diagnostic) => diagnostic.Id != "KIT0008"
            || diagnostic.GetMessage(CultureInfo.InvariantCulture).Contains("partial");

        // Only constructors can assign a readonly field, and only initializers can call init accessors.
        private static bool CanBeAssigned(SyntaxNode member) => member switch
        {
            FieldDeclarationSyntax field => !field.Modifiers.Any(SyntaxKind.ReadOnlyKeyword),
            PropertyDeclarationSyntax { AccessorList: { } list } =>
                !list.Accessors.Any(accessor => accessor.IsKind(SyntaxKind.InitAccessorDeclaration)),
            _ => true,
        };

        private static async Task<Document> Mark(Document document, List<TypeDeclarationSyntax> types, CancellationToken cancellationToken)
        {
            DocumentEditor editor = await DocumentEditor.CreateAsync(document, cancellationToken).ConfigureAwait(false);
            foreach (TypeDeclarationSyntax type in types)
                editor.ReplaceNode(type, (node, generator) =>
                    generator.WithModifiers(node, generator.GetModifiers(node).WithPartial(true)));
            return editor.GetChangedDocument();
        }
    }
}
