using System;
using System.Collections.Generic;
using System.Linq;
using Kitbag.Generator.Diagnostics;
using Kitbag.Generator.Model;
using Kitbag.Schema;

namespace Kitbag.Generator.Locking
{
    /// <summary>
    /// Compares the types of a project with its lock file: with the schemas that were locked last, and with those of each release.
    /// </summary>
    internal sealed class LockReview
    {
        // The name in messages for schemas that are not released yet.
        private const string Unreleased = "the locked version";

        private readonly List<DiagnosticModel> _diagnostics = new List<DiagnosticModel>();
        private readonly LockInput _input;

        private LockReview(LockInput input)
        {
            _input = input;
        }

        /// <summary>Compares the types of a project with its lock file.</summary>
        /// <param name="assembly">The types that the project serializes.</param>
        /// <param name="input">The lock file.</param>
        public static LockResult Of(AssemblyModel assembly, LockInput input) => input.Path.Length == 0 ? LockResult.None
            : Defects.Catch("Lock", () => new LockReview(input).Run(assembly),
                text => new LockResult(new EquatableArray<DiagnosticModel>(new[] { Defects.OfStep("the lock file", text) }), null));

        private LockResult Run(AssemblyModel assembly)
        {
            string? text = null;
            try
            {
                var program = new ProgramSchemas(assembly, _input.HasJson);
                if (Read(program) is { } locked)
                {
                    foreach (string root in program.LeftOut)
                        Report(Rules.LockNotCompared, "leaves '" + root + "' out, which holds a type whose own codec does not tell how it "
                            + "stores its elements");
                    Compare(locked, program);
                    text = Renew(locked, program);
                }
            }
            catch (SchemaException e)
            {
                ReportUnreadable(e);
            }
            return new LockResult(new EquatableArray<DiagnosticModel>(_diagnostics.ToArray()), text);
        }

        // Null if there is nothing to compare with, which has been reported.
        private SchemaLock? Read(ProgramSchemas program)
        {
            if (_input.Text != null)
                return SchemaLock.Parse(_input.Text);
            if (_input.Is(LockInput.Update))
                return SchemaLock.Empty;
            string text = SchemaLock.Empty.Update(program.Form).ToString();
            DiagnosticModel missing = _input.Is(LockInput.Check)
                ? OutOfDate("it does not exist")
                : Model(Rules.LockNotCompared,
                    "does not exist: create it with 'kitbag lock', or with 'dotnet build -p:KitbagLock=Update', and commit it");
            _diagnostics.Add(missing with { Symbol = program.SymbolAt(text.Split('\n'), 0), LockText = text });
            return null;
        }

        private void ReportUnreadable(SchemaException e)
        {
            string text = "line " + e.Place.ToString(System.Globalization.CultureInfo.InvariantCulture) + ": " + e.Message;
            bool isAsked = _input.Is(LockInput.Check) || _input.Is(LockInput.Update);
            DiagnosticModel model = isAsked
                ? Model(Rules.LockOutOfDate, "cannot be read, " + text + ". An update cannot resolve that: correct the file by hand, then ")
                : Model(Rules.LockNotCompared, "cannot be read, so no change is reported: " + text);
            _diagnostics.Add(model with { Line = Math.Max(1, e.Place) });
        }

        // The text of the file if the build requests it.
        private string? Renew(SchemaLock locked, ProgramSchemas program)
        {
            if (_input.Is(LockInput.Update))
            {
                SchemaLock renewed = locked.Update(program.Form);
                return (_input.Release.Length == 0 ? renewed : renewed.Release(_input.Release)).ToString();
            }
            if (!_input.Is(LockInput.Check))
                return null;
            string text = locked.Update(program.Form).ToString();
            string[] news = text.Split('\n');
            if (FirstDifference(locked.ToString().Split('\n'), news, out int line) is { } difference)
                _diagnostics.Add(OutOfDate(difference) with { Symbol = program.SymbolAt(news, line), LockText = text });
            return null;
        }

        private static string? FirstDifference(string[] olds, string[] news, out int line)
        {
            for (int i = 0; i < Math.Max(olds.Length, news.Length); i++)
            {
                string? was = i < olds.Length ? olds[i].Trim() : null, expected = i < news.Length ? news[i].Trim() : null;
                if (was == expected)
                    continue;
                line = i;
                // A line that was removed, added or changed.
                return was == null || (expected != null && Array.IndexOf(olds, news[i], i) < 0 && Array.IndexOf(news, olds[i], i) >= 0)
                    ? "it does not have '" + expected + "'"
                    : expected == null || Array.IndexOf(olds, news[i], i) >= 0 ? "it still has '" + was + "'"
                    : "it has '" + was + "' where it should have '" + expected + "'";
            }
            line = 0;
            return null;
        }

        private void Compare(SchemaLock locked, ProgramSchemas program)
        {
            var versions = new List<KeyValuePair<string, SchemaForm>>();
            foreach (SchemaRelease release in locked.Releases)
                versions.Add(new KeyValuePair<string, SchemaForm>(release.Name, locked.Of(release)));
            // An update accepts changes since the last update of the file; releases stay unchanged.
            if (!_input.Is(LockInput.Update))
                versions.Add(new KeyValuePair<string, SchemaForm>(Unreleased, locked.Locked));
            string newest = locked.Releases.Count == 0 ? Unreleased : locked.Releases[locked.Releases.Count - 1].Name;
            var all = new List<LockFinding>();
            var places = new Dictionary<LockFinding, List<string>>();
            var known = new Dictionary<SchemaForm, List<LockFinding>>();
            foreach (KeyValuePair<string, SchemaForm> version in versions)
            {
                // Releases with the same schemas share them.
                if (!known.TryGetValue(version.Value, out List<LockFinding> findings))
                    known.Add(version.Value, findings = LockFindings.Of(version.Value, program));
                foreach (LockFinding finding in findings)
                {
                    if (!places.TryGetValue(finding, out List<string> names))
                    {
                        places.Add(finding, names = new List<string>());
                        all.Add(finding);
                    }
                    // A finding about the newest release includes the unreleased schemas after it.
                    if (!names.Contains(version.Key) && (version.Key != Unreleased || !names.Contains(newest)))
                        names.Add(version.Key);
                }
            }
            foreach (LockFinding finding in all)
                _diagnostics.Add(finding.ToModel(Text(places[finding])));
        }

        // "1.0", "1.0 and 1.1", "1.0, 1.1 and the locked version".
        private static string Text(List<string> names) => names.Count == 1 ? names[0]
            : string.Join(", ", names.Take(names.Count - 1)) + " and " + names[names.Count - 1];

        private void Report(Microsoft.CodeAnalysis.DiagnosticDescriptor rule, string what) => _diagnostics.Add(Model(rule, what));

        private DiagnosticModel OutOfDate(string why) => Model(Rules.LockOutOfDate, "is out of date: " + why + ". To update it, ");

        private DiagnosticModel Model(Microsoft.CodeAnalysis.DiagnosticDescriptor rule, string what) =>
            new DiagnosticModel(rule.Id, "", "", new EquatableArray<string>(new[] { _input.Name, what }));
    }
}
