using System.Linq;
using Kitbag.Generator.Diagnostics;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp.Syntax;

namespace Kitbag.Generator.Parsing
{
    /// <summary>
    /// Reports stored properties with an accessor that does nothing but throw an exception, such as a setter that exists because
    /// XmlSerializer requires one.
    /// </summary>
    internal static class ThrowingProperties
    {
        /// <param name="parser">The parser.</param>
        /// <param name="candidate">A stored member.</param>
        /// <param name="construction">How objects are created.</param>
        public static void Report(Parser parser, Candidate candidate, Construction construction)
        {
            if (candidate.Symbol is not IPropertySymbol property || candidate.HiddenField.Length != 0)
                return;
            string? problem = Throws(Members.Getter(property)) ? "getter of '{0}' always throws an exception, so no object can be written"
                : !candidate.NeedsConstructor && !candidate.IsPopulated && !construction.Gives(candidate)
                    && Throws(Members.Setter(property)) ? "setter of '{0}' always throws an exception, so no object can be read" : null;
            if (problem != null)
            {
                string name = Names.InSchema(candidate.Declaring.OriginalDefinition) + "." + candidate.Name;
                parser.ReportAt(property, Rules.ThrowingProperty, problem.Replace("{0}", name));
            }
        }

        private static bool Throws(IMethodSymbol? accessor) => accessor != null && accessor.OriginalDefinition.DeclaringSyntaxReferences
            .Select(reference => reference.GetSyntax()).Any(node => node switch
            {
                ArrowExpressionClauseSyntax { Expression: ThrowExpressionSyntax } => true,
                AccessorDeclarationSyntax { ExpressionBody: { Expression: ThrowExpressionSyntax } } => true,
                AccessorDeclarationSyntax { Body: { Statements: { Count: 1 } statements } } => statements[0] is ThrowStatementSyntax,
                _ => false,
            });
    }
}
