using System;
using System.Linq;
using Kitbag.Generator.Diagnostics;
using Kitbag.Generator.Emitting;
using Kitbag.Generator.Locking;
using Kitbag.Generator.Model;
using Kitbag.Generator.Parsing;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.Text;

namespace Kitbag.Generator
{
    /// <summary>
    /// Generates codecs for the types that a compilation serializes. This class only connects the steps: roots, the parsed model, the text.
    /// </summary>
    [Generator(LanguageNames.CSharp)]
    public sealed class KitbagGenerator : IIncrementalGenerator
    {
        /// <summary>Names of the pipeline's steps.</summary>
        internal const string RootStep = "Kitbag.Roots", ClosedStep = "Kitbag.Closed", ParseStep = "Kitbag.Parse",
            ModelStep = "Kitbag.Model", UnitStep = "Kitbag.Units", DiagnosticStep = "Kitbag.Diagnostics", HiddenStep = "Kitbag.Hidden",
            LockStep = "Kitbag.Lock";

        /// <inheritdoc/>
        public void Initialize(IncrementalGeneratorInitializationContext context)
        {
            // Not a syntax provider, which would check each call in the project again after every edit.
            IncrementalValueProvider<EquatableArray<RootModel>> found = context.CompilationProvider
                .Select((compilation, _) => CompilationInput.ForRoots(compilation))
                .Select((snapshot, cancellation) => snapshot.Roots(cancellation))
                .WithTrackingName(RootStep);
            // A project that only passes Kitbag on to others need not meet the preconditions.
            IncrementalValueProvider<EquatableArray<DiagnosticModel>> obstacles = found.Combine(context.CompilationProvider)
                .Select((both, _) => both.Left.Count == 0 ? EquatableArray<DiagnosticModel>.Empty : Preconditions.Check(both.Right));
            IncrementalValueProvider<EquatableArray<RootModel>> roots = found.Combine(obstacles)
                .Select((both, _) => both.Right.Count == 0 ? both.Left : EquatableArray<RootModel>.Empty)
                .Combine(context.CompilationProvider)
                .Select((both, _) => CompilationInput.ForOpenRoots(both.Right, both.Left))
                .Select((input, cancellation) =>
                    input.Read((compilation, open) => OpenTypes.Close(compilation, open, input.Count, cancellation)))
                .WithTrackingName(ClosedStep);
            IncrementalValueProvider<ParseResult> parsed = context.CompilationProvider.Combine(roots)
                .Select((both, _) => CompilationInput.ForTypes(both.Left, Roots.WithoutPlaces(both.Right)))
                .Select((snapshot, cancellation) =>
                    snapshot.Read((compilation, types) => Parser.Parse(compilation, types, snapshot, cancellation)))
                .WithTrackingName(ParseStep);

            IncrementalValueProvider<HiddenModel> hidden = context.CompilationProvider
                .Select((compilation, _) => CompilationInput.ForHiddenMembers(compilation))
                .Select((snapshot, cancellation) =>
                    snapshot.Read((compilation, _) =>
                    Defects.Catch("Hidden", () => HiddenMembers.Of(compilation, cancellation), HiddenModel.Failed)))
                .WithTrackingName(HiddenStep);

            // The package's props specify the folder of the documentation pages; see WithPage.
            IncrementalValueProvider<string> pages = context.AnalyzerConfigOptionsProvider
                .Select((options, _) => Rules.Pages(options));

            IncrementalValueProvider<LockInput> lockFile = context.AdditionalTextsProvider.Combine(context.AnalyzerConfigOptionsProvider)
                .Where(both => LockFiles.IsOne(both.Left, both.Right))
                .Select((both, cancellation) => LockFiles.Read(both.Left, cancellation))
                .Collect().Combine(context.AnalyzerConfigOptionsProvider)
                .Select((both, _) => LockFiles.Input(both.Left, both.Right.GlobalOptions));
            IncrementalValueProvider<LockResult> locked = parsed.Select((result, _) => result.Assembly).Combine(lockFile)
                .Select((both, _) => LockReview.Of(both.Left, both.Right))
                .WithTrackingName(LockStep);
            // Only its text, which does not depend on the program.
            IncrementalValueProvider<string> compiledIn = context.AdditionalTextsProvider.Combine(context.AnalyzerConfigOptionsProvider)
                .Where(both => LockedSchemas.AreIn(both.Left, both.Right))
                .Select((both, cancellation) => LockedSchemas.Read(both.Left, cancellation))
                .Collect().Select((all, _) => all.FirstOrDefault() ?? "");

            // Hot reload changes programs that are compiled without optimization only.
            IncrementalValueProvider<bool> isReloadable = context.CompilationProvider
                .Select((compilation, _) => compilation.Options.OptimizationLevel == OptimizationLevel.Debug);

            context.RegisterSourceOutput(
                parsed.SelectMany((result, _) => result.Assembly.Units()).WithTrackingName(UnitStep).Combine(isReloadable),
                (output, both) => Emit(output, both.Left.Type.Code,
                    () => AssemblyEmitter.Emit(both.Left, both.Right, (name, text) => Add(output, name, text))));
            context.RegisterSourceOutput(
                parsed.Select((result, _) => result.Assembly.Summary()).WithTrackingName(ModelStep).Combine(isReloadable),
                (output, both) => Emit(output, both.Left.Namespace,
                    () => AssemblyEmitter.Emit(both.Left, both.Right, (name, text) => Add(output, name, text))));
            context.RegisterImplementationSourceOutput(
                parsed.Select((result, _) => LockedSchemas.Home(result.Assembly)).Combine(compiledIn),
                (output, both) => Emit(output, LockedSchemas.FileName, () =>
                {
                    if (LockedSchemas.Emit(both.Left, both.Right) is { } text)
                        Add(output, LockedSchemas.FileName, text);
                }));
            context.RegisterImplementationSourceOutput(
                parsed.Select((result, _) => result.Assembly),
                (output, assembly) => Emit(output, PrintedSchemas.FileName, () =>
                {
                    if (PrintedSchemas.Emit(assembly) is { } text)
                        Add(output, PrintedSchemas.FileName, text);
                }));
            context.RegisterSourceOutput(
                parsed.SelectMany((result, _) => result.Diagnostics).WithTrackingName(DiagnosticStep)
                    .Combine(roots.Combine(context.CompilationProvider)).Combine(pages),
                (output, all) => Reporting.Report(output, all.Left.Left, all.Left.Right.Left, all.Left.Right.Right, all.Right));
            // All diagnostics at once, because some are duplicates, and none if there are no roots.
            context.RegisterSourceOutput(
                locked.SelectMany((result, _) => Enumerable.Repeat(result.Diagnostics, result.Diagnostics.Count == 0 ? 0 : 1))
                    .Combine(context.CompilationProvider.Combine(lockFile)).Combine(pages),
                (output, all) => LockReporting.Report(output, all.Left.Left, all.Left.Right.Left, all.Left.Right.Right, all.Right));
            context.RegisterImplementationSourceOutput(
                locked.SelectMany((result, _) => result.Text == null ? Enumerable.Empty<string>() : new[] { result.Text }),
                (output, text) => Add(output, LockEmitter.FileName, LockEmitter.Emit(text)));
            context.RegisterSourceOutput(
                hidden.SelectMany((model, _) => model.Diagnostics).Combine(context.CompilationProvider).Combine(pages),
                (output, all) => Reporting.Report(output, all.Left.Left, EquatableArray<RootModel>.Empty, all.Left.Right, all.Right));
            context.RegisterSourceOutput(hidden.Select((model, _) => model with { Diagnostics = EquatableArray<DiagnosticModel>.Empty }),
                (output, model) =>
            {
                if (model.IsMarked)
                    Emit(output, model.Namespace, () => Add(output, HiddenEmitter.FileName, HiddenEmitter.Emit(model)));
                if (model.Offered.Count != 0)
                    Emit(output, model.Namespace, () => Add(output, OfferedAccessors.FileName,
                        PartialTypeEmitter.Emit(model.Offered, EquatableArray<string>.Empty, isOffered: true)));
            });
            context.RegisterSourceOutput(
                obstacles.SelectMany((all, _) => all).Combine(pages),
                (output, both) => Reporting.ReportProject(output, both.Left, both.Right));
            context.RegisterSourceOutput(
                roots.SelectMany((all, _) => all.Where(root => root.OpenParameter.Length != 0 || root.Failure.Length != 0))
                    .Combine(context.CompilationProvider).Combine(pages),
                (output, all) => Reporting.ReportOpen(output, all.Left.Left, all.Left.Right, all.Right));
        }

        private static void Emit(SourceProductionContext output, string what, Action emit) =>
            Defects.Catch("Emit " + what, emit,
                text => output.ReportDiagnostic(Diagnostic.Create(Rules.Defect, Location.None, "Printing", what, text)));

        private static void Add(SourceProductionContext output, string name, string text) =>
            output.AddSource(name, SourceText.From(text, System.Text.Encoding.UTF8));
    }
}
