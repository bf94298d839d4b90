using System.Collections.Generic;
using System.Linq;
using System.Threading;
using System.Threading.Tasks;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CodeFixes;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Syntax;
using Microsoft.CodeAnalysis.Editing;
using Microsoft.CodeAnalysis.Formatting;

namespace Kitbag.CodeFixes
{
    /// <summary>Adds Kitbag's attributes to declarations.</summary>
    internal static class Marking
    {
        /// <summary>Returns the symbol to be marked that the generator specifies in a diagnostic, wherever it is declared.</summary>
        public static async Task<List<(Document Document, T Declaration)>> Choices<T>(CodeFixContext context) where T : SyntaxNode
        {
            var choices = new List<(Document, T)>();
            foreach (Location location in context.Diagnostics[0].AdditionalLocations)
            {
                if (context.Document.Project.Solution.GetDocument(location.SourceTree) is { } document
                    && await document.GetSyntaxRootAsync(context.CancellationToken).ConfigureAwait(false) is { } root
                    && root.FindToken(location.SourceSpan.Start).Parent is T declaration)
                    choices.Add((document, declaration));
            }
            return choices;
        }

        /// <summary>Adds an attribute to a declaration.</summary>
        /// <param name="document">The document of the declaration.</param>
        /// <param name="declaration">A type parameter or a member.</param>
        /// <param name="attribute">The attribute's class, without its namespace.</param>
        /// <param name="opposite">The class of an attribute to be replaced if the declaration has it, or null.</param>
        /// <param name="cancellationToken">Cancels the operation.</param>
        /// <param name="argument">The argument of the attribute; null if it has none.</param>
        public static async Task<Document> Mark(Document document, SyntaxNode declaration, string attribute, string? opposite,
            CancellationToken cancellationToken, string? argument = null)
        {
            DocumentEditor editor = await DocumentEditor.CreateAsync(document, cancellationToken).ConfigureAwait(false);
            if (editor.SemanticModel.Compilation.GetTypeByMetadataName("Kitbag." + attribute) is not { } type)
                return document;
            // The clean-up after a fix shortens the name according to the usings of the file. It would also add a using, but removes usings
            // that only attributes need.
            var name = (NameSyntax)editor.Generator.TypeExpression(type);
            if (opposite != null && Find(editor.SemanticModel, declaration, opposite, cancellationToken) is { } found)
            {
                editor.ReplaceNode(found,
                    SyntaxFactory.Attribute(name).WithTriviaFrom(found).WithAdditionalAnnotations(Formatter.Annotation));
                return editor.GetChangedDocument();
            }
            AttributeSyntax one = SyntaxFactory.Attribute(name);
            if (argument != null)
                one = one.AddArgumentListArguments(SyntaxFactory.AttributeArgument(
                    (ExpressionSyntax)editor.Generator.LiteralExpression(argument)));
            AttributeListSyntax list = SyntaxFactory.AttributeList(SyntaxFactory.SingletonSeparatedList(one));
            SyntaxNode bare = declaration.WithoutLeadingTrivia();
            SyntaxNode marked = bare switch
            {
                TypeParameterSyntax parameter => parameter.AddAttributeLists(list.WithTrailingTrivia(SyntaxFactory.Space)),
                ParameterSyntax parameter => parameter.AddAttributeLists(list.WithTrailingTrivia(SyntaxFactory.Space)),
                MemberDeclarationSyntax member =>
                    member.AddAttributeLists(list.WithTrailingTrivia(SyntaxFactory.ElasticCarriageReturnLineFeed)),
                _ => bare,
            };
            editor.ReplaceNode(declaration,
                marked.WithLeadingTrivia(declaration.GetLeadingTrivia()).WithAdditionalAnnotations(Formatter.Annotation));
            return editor.GetChangedDocument();
        }

        /// <summary>
        /// Returns the declaration of the member, value, type or parameter at which a diagnostic is reported, so that an attribute can be
        /// added to it; null if one declaration declares several.
        /// </summary>
        public static SyntaxNode? DeclarationAt(SyntaxNode? root, int position) => root?.FindToken(position).Parent switch
        {
            PropertyDeclarationSyntax or EnumMemberDeclarationSyntax or BaseTypeDeclarationSyntax => root.FindToken(position).Parent,
            ParameterSyntax { Parent: { Parent: TypeDeclarationSyntax } } parameter => parameter,
            VariableDeclaratorSyntax
            {
                Parent: VariableDeclarationSyntax
                {
                    Variables: { Count: 1 },
                    Parent: FieldDeclarationSyntax field
                }
            } => field,
            _ => null,
        };

        private static AttributeSyntax? Find(SemanticModel model, SyntaxNode declaration, string attribute,
            CancellationToken cancellationToken) =>
            declaration is not MemberDeclarationSyntax member
                ? null
                : member.AttributeLists.SelectMany(list => list.Attributes).FirstOrDefault(a =>
                    model.GetTypeInfo(a, cancellationToken).Type?.ToDisplayString() == "Kitbag." + attribute);
    }
}
