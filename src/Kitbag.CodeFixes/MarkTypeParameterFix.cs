using System.Collections.Immutable;
using System.Composition;
using System.Threading.Tasks;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CodeActions;
using Microsoft.CodeAnalysis.CodeFixes;
using Microsoft.CodeAnalysis.CSharp.Syntax;

namespace Kitbag.CodeFixes
{
    /// <summary>Marks a type parameter, so that the callers of the method or class specify the types to serialize.</summary>
    [ExportCodeFixProvider(LanguageNames.CSharp, Name = nameof(MarkTypeParameterFix)), Shared]
    public sealed class MarkTypeParameterFix : CodeFixProvider
    {
        /// <inheritdoc/>
        public override ImmutableArray<string> FixableDiagnosticIds { get; } = ImmutableArray.Create("KIT0002");

        /// <inheritdoc/>
        public override FixAllProvider GetFixAllProvider() => WellKnownFixAllProviders.BatchFixer;

        /// <inheritdoc/>
        public override async Task RegisterCodeFixesAsync(CodeFixContext context)
        {
            foreach ((Document document,
                TypeParameterSyntax parameter) in await Marking.Choices<TypeParameterSyntax>(context).ConfigureAwait(false))
            {
                string title = "Let callers name the types: mark '" + parameter.Identifier.Text + "' with [KitbagRoot]";
                context.RegisterCodeFix(CodeAction.Create(title,
                    cancellation => Marking.Mark(document, parameter, "KitbagRootAttribute", null, cancellation), title),
                    context.Diagnostics);
            }
        }
    }
}
