using System.Collections.Immutable;
using System.Linq;
using Kitbag.Generator.Diagnostics;
using Kitbag.Generator.Emitting;
using Kitbag.Generator.Model;
using Kitbag.Generator.Parsing;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.Text;

namespace Kitbag.Generator
{
    /// <summary>Makes codecs for the types that a compilation serializes. Wiring only: roots, then the parsed model, then text.</summary>
    [Generator(LanguageNames.CSharp)]
    public sealed class KitbagGenerator : IIncrementalGenerator
    {
        /// <summary>Names of the pipeline's steps.</summary>
        internal const string CallStep = "Kitbag.Calls", RootStep = "Kitbag.Roots", ParseStep = "Kitbag.Parse", ModelStep = "Kitbag.Model", DiagnosticStep = "Kitbag.Diagnostics";

        /// <inheritdoc/>
        public void Initialize(IncrementalGeneratorInitializationContext context)
        {
            IncrementalValuesProvider<RootModel> calls = context.SyntaxProvider
                .CreateSyntaxProvider((node, _) => Roots.MayBeCall(node), Roots.OfCall)
                .WithTrackingName(CallStep)
                .SelectMany((roots, _) => roots);
            IncrementalValuesProvider<RootModel> named = context.SyntaxProvider
                .ForAttributeWithMetadataName("Kitbag.KitbagSerializableAttribute", (_, _) => true, (c, _) => Roots.OfAttribute(c))
                .SelectMany((roots, _) => roots);
            IncrementalValueProvider<EquatableArray<RootModel>> roots = calls.Collect().Combine(named.Collect())
                .Select((both, _) => new EquatableArray<RootModel>(both.Left.Concat(both.Right).Distinct().ToArray()))
                .WithTrackingName(RootStep);
            IncrementalValueProvider<ParseResult> parsed = context.CompilationProvider.Combine(roots)
                .Select((both, cancellation) => Parser.Parse(both.Left, both.Right, cancellation))
                .WithTrackingName(ParseStep);

            context.RegisterSourceOutput(
                parsed.Select((result, _) => result.Assembly).WithTrackingName(ModelStep),
                (output, assembly) => AssemblyEmitter.Emit(assembly, (name, text) => output.AddSource(name, SourceText.From(text, System.Text.Encoding.UTF8))));
            context.RegisterSourceOutput(
                parsed.SelectMany((result, _) => result.Diagnostics).WithTrackingName(DiagnosticStep).Combine(context.CompilationProvider),
                (output, both) => Report(output, both.Left, both.Right));
        }

        private static void Report(SourceProductionContext output, DiagnosticModel diagnostic, Compilation compilation)
        {
            // Only a location in a tree of the compilation heeds #pragma and .editorconfig.
            PlaceModel place = diagnostic.Place;
            var span = new TextSpan(place.Start, place.Length);
            SyntaxTree? tree = compilation.SyntaxTrees.FirstOrDefault(t => t.FilePath == place.File && span.End <= t.Length);
            Location location = place.Length == 0 || tree == null ? Location.None : Location.Create(tree, span);
            output.ReportDiagnostic(Diagnostic.Create(Rules.ById(diagnostic.Id), location, diagnostic.Arguments.ToArray<object?>()));
        }
    }
}
