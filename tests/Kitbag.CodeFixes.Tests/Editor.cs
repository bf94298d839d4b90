using System;
using System.Collections.Generic;
using System.Collections.Immutable;
using System.Linq;
using System.Threading;
using System.Threading.Tasks;
using Kitbag.Generator.Tests;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CodeActions;
using Microsoft.CodeAnalysis.CodeFixes;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.Text;
using Xunit;

namespace Kitbag.CodeFixes.Tests
{
    /// <summary>Simulates an editor that shows the generator's diagnostics and applies fixes.</summary>
    internal sealed class Editor : IDisposable
    {
        private readonly AdhocWorkspace _workspace = new AdhocWorkspace();
        private readonly ProjectId _project = ProjectId.CreateNewId();

        /// <param name="sources">The text of each file.</param>
        public Editor(params string[] sources)
            : this(Harness.Compile(""), sources)
        {
        }

        /// <param name="settings">A compilation with the references and options of the project.</param>
        /// <param name="sources">The text of each file.</param>
        public Editor(CSharpCompilation settings, params string[] sources)
        {
            Solution solution = _workspace.CurrentSolution.AddProject(ProjectInfo.Create(
                _project, VersionStamp.Create(), "Game", "Game", LanguageNames.CSharp,
                compilationOptions: settings.Options, parseOptions: settings.SyntaxTrees[0].Options,
                    metadataReferences: settings.References));
            for (int i = 0; i < sources.Length; i++)
            {
                string name = "File" + i + ".cs";
                solution = solution.AddDocument(DocumentId.CreateNewId(_project), name, SourceText.From(sources[i]), filePath: name);
            }
            Assert.True(_workspace.TryApplyChanges(solution));
        }

        private Project Project => _workspace.CurrentSolution.GetProject(_project)!;

        /// <summary>The text of a file.</summary>
        public async Task<string> Text(int file = 0) => (await Project.Documents.ElementAt(file).GetTextAsync()).ToString();

        /// <summary>The compilation, without what the generator adds.</summary>
        public async Task<CSharpCompilation> Compilation() => (CSharpCompilation)(await Project.GetCompilationAsync())!;

        /// <summary>The project's lock file, if it has one.</summary>
        public string? LockFile { get; init; }

        /// <summary>Adds the lock file to the project.</summary>
        public void AddLockFile(string text) => Assert.True(_workspace.TryApplyChanges(_workspace.CurrentSolution.AddAdditionalDocument(
            DocumentId.CreateNewId(_project), "kitbag.lock", SourceText.From(text), filePath: LockHarness.Path)));

        /// <summary>The text of the lock file that the project has.</summary>
        public async Task<string> LockText()
        {
            TextDocument file = Assert.Single(Project.AdditionalDocuments);
            Assert.Equal(LockHarness.Path, file.FilePath);
            return (await file.GetTextAsync()).ToString();
        }

        public async Task<ImmutableArray<Diagnostic>> Diagnostics() => LockFile == null ? Harness.Diagnose(await Compilation(), out _)
            : LockHarness.Diagnose(await Compilation(), LockFile);

        /// <summary>The fixes that are offered for a diagnostic.</summary>
        public async Task<List<CodeAction>> Fixes(CodeFixProvider provider, Diagnostic diagnostic)
        {
            Assert.Contains(diagnostic.Id, provider.FixableDiagnosticIds);
            var actions = new List<CodeAction>();
            Document? document = Project.GetDocument(diagnostic.Location.SourceTree);
            if (document != null)
                await provider.RegisterCodeFixesAsync(new CodeFixContext(document, diagnostic, (action, _) => actions.Add(action),
                    CancellationToken.None));
            return actions;
        }

        public async Task Apply(CodeAction action)
        {
            ImmutableArray<CodeActionOperation> operations = await action.GetOperationsAsync(CancellationToken.None);
            Assert.True(_workspace.TryApplyChanges(Assert.IsType<ApplyChangesOperation>(Assert.Single(operations)).ChangedSolution));
        }

        /// <summary>Applies a fix to all diagnostics for which it is offered.</summary>
        public async Task ApplyAll(CodeFixProvider provider, string key)
        {
            ImmutableArray<Diagnostic> diagnostics = await Diagnostics();
            var context = new FixAllContext(Project.Documents.First(), provider, FixAllScope.Project, key,
                diagnostics.Select(d => d.Id).Distinct(), new Source(diagnostics), CancellationToken.None);
            await Apply((await provider.GetFixAllProvider()!.GetFixAsync(context))!);
        }

        public void Dispose() => _workspace.Dispose();

        private sealed class Source : FixAllContext.DiagnosticProvider
        {
            private readonly ImmutableArray<Diagnostic> _diagnostics;

            public Source(ImmutableArray<Diagnostic> diagnostics)
            {
                _diagnostics = diagnostics;
            }

            public override Task<IEnumerable<Diagnostic>> GetAllDiagnosticsAsync(Project project, CancellationToken cancellationToken) =>
                Task.FromResult<IEnumerable<Diagnostic>>(_diagnostics);

            public override async Task<IEnumerable<Diagnostic>> GetDocumentDiagnosticsAsync(Document document,
                CancellationToken cancellationToken)
            {
                SyntaxTree? tree = await document.GetSyntaxTreeAsync(cancellationToken);
                return _diagnostics.Where(d => d.Location.SourceTree == tree);
            }

            public override Task<IEnumerable<Diagnostic>> GetProjectDiagnosticsAsync(Project project,
                CancellationToken cancellationToken) => Task.FromResult(_diagnostics.Where(d => !d.Location.IsInSource));
        }
    }
}
