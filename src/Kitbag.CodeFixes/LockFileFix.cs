using System;
using System.Collections.Immutable;
using System.Composition;
using System.IO;
using System.Linq;
using System.Threading;
using System.Threading.Tasks;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CodeActions;
using Microsoft.CodeAnalysis.CodeFixes;
using Microsoft.CodeAnalysis.Text;

namespace Kitbag.CodeFixes
{
    /// <summary>Updates the lock file to the current types.</summary>
    [ExportCodeFixProvider(LanguageNames.CSharp, Name = nameof(LockFileFix)), Shared]
    public sealed class LockFileFix : CodeFixProvider
    {
        /// <inheritdoc/>
        public override ImmutableArray<string> FixableDiagnosticIds { get; } = ImmutableArray.Create("KIT0048", "KIT0049");

        /// <inheritdoc/>
        /// <remarks>One fix writes the complete file, so a Fix All provider is not needed.</remarks>
        public override FixAllProvider? GetFixAllProvider() => null;

        /// <inheritdoc/>
        public override Task RegisterCodeFixesAsync(CodeFixContext context)
        {
            Diagnostic diagnostic = context.Diagnostics[0];
            if (!diagnostic.Properties.TryGetValue("LockText", out string? text) || text == null
                || !diagnostic.Properties.TryGetValue("LockPath", out string? path) || path == null)
                return Task.CompletedTask;
            Project project = context.Document.Project;
            TextDocument? file = project.AdditionalDocuments.FirstOrDefault(document => document.FilePath == path);
            string title = (file == null ? "Create" : "Update") + " the lock file '" + Path.GetFileName(path) + "'";
            context.RegisterCodeFix(CodeAction.Create(title, cancellation => Write(project, file, path, text, cancellation), "Lock file"),
                diagnostic);
            return Task.CompletedTask;
        }

        private static async Task<Solution> Write(Project project, TextDocument? file, string path, string text,
            CancellationToken cancellationToken)
        {
            if (file == null)
                return project.Solution.AddAdditionalDocument(DocumentId.CreateNewId(project.Id), Path.GetFileName(path),
                    SourceText.From(text), filePath: path);
            SourceText old = await file.GetTextAsync(cancellationToken).ConfigureAwait(false);
            // With the line breaks that git uses for the file.
            if (old.ToString().IndexOf("\r\n", StringComparison.Ordinal) >= 0)
                text = text.Replace("\n", "\r\n");
            return project.Solution.WithAdditionalDocumentText(file.Id, SourceText.From(text, old.Encoding));
        }
    }
}
