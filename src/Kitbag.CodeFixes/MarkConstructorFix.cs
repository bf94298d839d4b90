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
    /// <summary>Marks one of several suitable constructors. It cannot be chosen for all types together.</summary>
    [ExportCodeFixProvider(LanguageNames.CSharp, Name = nameof(MarkConstructorFix)), Shared]
    public sealed class MarkConstructorFix : CodeFixProvider
    {
        /// <inheritdoc/>
        public override ImmutableArray<string> FixableDiagnosticIds { get; } = ImmutableArray.Create("KIT0006");

        /// <inheritdoc/>
        public override FixAllProvider? GetFixAllProvider() => null;

        /// <inheritdoc/>
        public override async Task RegisterCodeFixesAsync(CodeFixContext context)
        {
            foreach ((Document document,
                ConstructorDeclarationSyntax constructor)
                in await Marking.Choices<ConstructorDeclarationSyntax>(context).ConfigureAwait(false))
            {
                // If several are marked, all attributes except one must be removed; only the author knows which.
                if (constructor.AttributeLists.SelectMany(list => list.Attributes).Any(attribute =>
                    attribute.Name.ToString().Contains("KitbagConstructor")))
                    continue;
                string title = "Create objects with " + constructor.Identifier.Text + constructor.ParameterList.NormalizeWhitespace()
                    + ": mark it with [KitbagConstructor]";
                context.RegisterCodeFix(CodeAction.Create(title,
                    cancellation => Marking.Mark(document, constructor, "KitbagConstructorAttribute", null, cancellation), title),
                    context.Diagnostics);
            }
        }
    }
}
