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
    /// <summary>Chooses one of the constructors that would do. There is no way to choose for all types at once.</summary>
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
            // The generator says where the constructors are declared.
            foreach (Location location in context.Diagnostics[0].AdditionalLocations)
            {
                if (context.Document.Project.Solution.GetDocument(location.SourceTree) is not { } document || await document.GetSyntaxRootAsync(context.CancellationToken).ConfigureAwait(false) is not { } root)
                    continue;
                // Of those that are marked all but one have to lose their marks; which, only the author knows.
                if (root.FindToken(location.SourceSpan.Start).Parent is not ConstructorDeclarationSyntax constructor || constructor.AttributeLists.SelectMany(list => list.Attributes).Any(a => a.Name.ToString().Contains("KitbagConstructor")))
                    continue;
                string title = "Make objects with " + constructor.Identifier.Text + constructor.ParameterList.NormalizeWhitespace() + ": mark it with [KitbagConstructor]";
                context.RegisterCodeFix(CodeAction.Create(title, cancellation => Marking.Mark(document, constructor, "KitbagConstructorAttribute", cancellation), title), context.Diagnostics);
            }
        }
    }
}
