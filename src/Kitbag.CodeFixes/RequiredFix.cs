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

namespace Kitbag.CodeFixes
{
    /// <summary>Allows objects to be created without a member that older documents lack.</summary>
    [ExportCodeFixProvider(LanguageNames.CSharp, Name = nameof(RequiredFix)), Shared]
    public sealed class RequiredFix : CodeFixProvider
    {
        /// <inheritdoc/>
        public override ImmutableArray<string> FixableDiagnosticIds { get; } = ImmutableArray.Create("KIT0045");

        /// <inheritdoc/>
        public override FixAllProvider GetFixAllProvider() => WellKnownFixAllProviders.BatchFixer;

        /// <inheritdoc/>
        public override async Task RegisterCodeFixesAsync(CodeFixContext context)
        {
            SyntaxNode? root = await context.Document.GetSyntaxRootAsync(context.CancellationToken).ConfigureAwait(false);
            switch (Marking.DeclarationAt(root, context.Span.Start))
            {
                // By its text, because the minimum compiler version of this assembly does not have the modifier.
                case MemberDeclarationSyntax member when member.Modifiers.FirstOrDefault(token => token.ValueText == "required") is
                { RawKind: not 0 } required:
                    const string Remove = "Take 'required' off";
                    context.RegisterCodeFix(CodeAction.Create(Remove, _ => Task.FromResult(context.Document.WithSyntaxRoot(
                        root!.ReplaceNode(member, member.WithModifiers(member.Modifiers.Remove(required))
                            .WithLeadingTrivia(member.GetLeadingTrivia())))), Remove), context.Diagnostics);
                    break;
                // The following parameters must have a default as well.
                case ParameterSyntax { Default: null, Parent: ParameterListSyntax list } parameter
                    when list.Parameters.Skip(list.Parameters.IndexOf(parameter) + 1).All(other => other.Default != null):
                    const string Give = "Give the parameter a default";
                    ExpressionSyntax value = SyntaxFactory.LiteralExpression(SyntaxKind.DefaultLiteralExpression);
                    context.RegisterCodeFix(CodeAction.Create(Give, _ => Task.FromResult(context.Document.WithSyntaxRoot(
                        root!.ReplaceNode(parameter, parameter.WithDefault(SyntaxFactory.EqualsValueClause(value))
                            .WithAdditionalAnnotations(Formatter.Annotation)))), Give), context.Diagnostics);
                    break;
            }
        }
    }
}
