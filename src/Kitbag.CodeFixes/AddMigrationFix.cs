using System.Collections.Generic;
using System.Collections.Immutable;
using System.Composition;
using System.Linq;
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
    /// <summary>
    /// Adds a method to a type that converts the former value of a member in documents of the lock file, to be completed.
    /// </summary>
    [ExportCodeFixProvider(LanguageNames.CSharp, Name = nameof(AddMigrationFix)), Shared]
    public sealed class AddMigrationFix : CodeFixProvider
    {
        /// <inheritdoc/>
        public override ImmutableArray<string> FixableDiagnosticIds { get; } = ImmutableArray.Create("KIT0043", "KIT0044", "KIT0046");

        /// <inheritdoc/>
        public override FixAllProvider GetFixAllProvider() => WellKnownFixAllProviders.BatchFixer;

        /// <inheritdoc/>
        public override async Task RegisterCodeFixesAsync(CodeFixContext context)
        {
            if (!context.Diagnostics[0].Properties.TryGetValue("OldType", out string? oldType) || oldType == null)
                return;
            // Former declarations of the program's types, because the current ones may be different or removed.
            context.Diagnostics[0].Properties.TryGetValue("OldDeclarations", out string? declarations);
            SyntaxNode? root = await context.Document.GetSyntaxRootAsync(context.CancellationToken).ConfigureAwait(false);
            SemanticModel? model = await context.Document.GetSemanticModelAsync(context.CancellationToken).ConfigureAwait(false);
            SyntaxNode? node = root?.FindToken(context.Span.Start).Parent;
            if (node?.AncestorsAndSelf().OfType<TypeDeclarationSyntax>().FirstOrDefault() is not
                {
                    OpenBraceToken: { RawKind: (int)SyntaxKind.OpenBraceToken }
                } type || type is InterfaceDeclarationSyntax)
                return;
            ITypeSymbol? memberType = model?.GetDeclaredSymbol(node, context.CancellationToken) switch
            {
                IPropertySymbol property => property.Type,
                IFieldSymbol field => field.Type,
                _ => null,
            };
            if (memberType == null)
                return;
            string name = root!.FindToken(context.Span.Start).ValueText;
            var members = new List<MemberDeclarationSyntax>
            {
                Parse("[global::Kitbag.KitbagMigration(nameof(" + name + "))]\ninternal static " + memberType.ToDisplayString(
                    SymbolDisplayFormat.FullyQualifiedFormat.AddMiscellaneousOptions(
                        SymbolDisplayMiscellaneousOptions.IncludeNullableReferenceTypeModifier))
                    + " " + name + "Of(" + oldType + " old) => throw new global::System.NotImplementedException();"),
            };
            if (declarations != null)
                members.Add(Parse(declarations));
            bool isAnnotated = model!.GetNullableContext(context.Span.Start).AnnotationsEnabled();
            if (!isAnnotated && members.Exists(member => member.DescendantNodes().OfType<NullableTypeSyntax>().Any()))
                Annotate(members);
            string title = "Add a migration of '" + name + "' from '" + oldType.Replace("global::", "") + "'";
            context.RegisterCodeFix(CodeAction.Create(title, _ => Task.FromResult(context.Document.WithSyntaxRoot(
                root.ReplaceNode(type, type.WithMembers(type.Members.AddRange(members))))), "Add a migration"), context.Diagnostics);
        }

        private static MemberDeclarationSyntax Parse(string text) => SyntaxFactory.ParseMemberDeclaration(text)!
            .WithLeadingTrivia(SyntaxFactory.ElasticCarriageReturnLineFeed)
            .WithTrailingTrivia(SyntaxFactory.ElasticCarriageReturnLineFeed)
            .WithAdditionalAnnotations(Formatter.Annotation, Simplifier.Annotation);

        // For code without nullable annotations.
        private static void Annotate(List<MemberDeclarationSyntax> members)
        {
            int last = members.Count - 1;
            members[0] = members[0].WithLeadingTrivia(SyntaxFactory.ParseLeadingTrivia("\n#nullable enable\n"));
            members[last] = members[last].WithTrailingTrivia(SyntaxFactory.ParseLeadingTrivia("\n#nullable restore\n"));
        }
    }
}
