using System.Collections.Generic;
using System.Linq;
using Kitbag.Generator.Model;
using Kitbag.Generator.Parsing;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.Text;

namespace Kitbag.Generator.Diagnostics
{
    /// <summary>Finds the places of diagnostics in the compilation at hand, and reports them there.</summary>
    internal static class Reporting
    {
        /// <summary>Reports the diagnostics of the parser.</summary>
        public static void Report(SourceProductionContext output, DiagnosticModel diagnostic, EquatableArray<RootModel> roots,
            Compilation compilation, string pages)
        {
            DiagnosticDescriptor rule = Rules.WithPage(Rules.ById(diagnostic.Id), pages);
            object?[] arguments = diagnostic.Arguments.ToArray<object?>();
            output.ReportDiagnostic(Defects.Catch(
                "Report " + diagnostic.Id,
                () =>
                {
                    Location? location = diagnostic.Symbol.Length == 0
                        ? LocationOf(roots.FirstOrDefault(root => root.TypeId == diagnostic.Root)?.Place, compilation)
                        : LocationOf(diagnostic.Symbol, compilation);
                    IEnumerable<Location> choices = diagnostic.Choices.Select(choice => LocationOf(choice, compilation))
                        .Where(l => l != null).Select(l => l!);
                    return Diagnostic.Create(rule, location ?? Location.None, choices, arguments);
                },
                _ => Diagnostic.Create(rule, Location.None, arguments)));
        }

        /// <summary>Reports a diagnostic about a project, which has no position in its source.</summary>
        public static void ReportProject(SourceProductionContext output, DiagnosticModel diagnostic, string pages) =>
            output.ReportDiagnostic(Diagnostic.Create(Rules.WithPage(Rules.ById(diagnostic.Id), pages), Location.None,
                diagnostic.Arguments.ToArray<object?>()));

        /// <summary>Reports a root that is still open, or at which the generator failed.</summary>
        public static void ReportOpen(SourceProductionContext output, RootModel root, Compilation compilation, string pages)
        {
            DiagnosticDescriptor rule = Rules.WithPage(root.Failure.Length != 0 ? Rules.Defect : root.Forms == 0 ? Rules.OpenRoot
                : Rules.TooManyForms, pages);
            Location place = LocationOf(root.Place, compilation);
            output.ReportDiagnostic(
                root.Failure.Length != 0 ? Diagnostic.Create(rule, place, "Roots", root.Name, root.Failure)
                : root.Forms != 0 ? Diagnostic.Create(rule, place, root.Name, root.Forms)
                : Defects.Catch(
                    "Report " + rule.Id,
                    () => Diagnostic.Create(rule, place, OpenTypes.ParametersToMark(compilation, root, output.CancellationToken),
                        root.OpenParameter),
                    _ => Diagnostic.Create(rule, place, root.OpenParameter)));
        }

        private static Location? LocationOf(string symbol, Compilation compilation) =>
            DocumentationCommentId.GetSymbolsForDeclarationId(symbol, compilation).SelectMany(s => s.Locations)
                .FirstOrDefault(l => l.IsInSource && compilation.ContainsSyntaxTree(l.SourceTree));

        // Only a location in a tree of the compilation heeds #pragma and .editorconfig.
        public static Location LocationOf(PlaceModel? place, Compilation compilation)
        {
            if (place == null || place.Length == 0)
                return Location.None;
            var span = new TextSpan(place.Start, place.Length);
            SyntaxTree? tree = compilation.SyntaxTrees.FirstOrDefault(t => t.FilePath == place.File && span.End <= t.Length);
            return tree == null ? Location.None : Location.Create(tree, span);
        }
    }
}
