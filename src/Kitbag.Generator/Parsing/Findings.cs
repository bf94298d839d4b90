using System;
using System.Collections.Generic;
using System.Linq;
using Kitbag.Generator.Diagnostics;
using Kitbag.Generator.Model;
using Microsoft.CodeAnalysis;

namespace Kitbag.Generator.Parsing
{
    /// <summary>
    /// The diagnostics of one run of the parser, and its current position in the type graph. A type that cannot be serialized is described
    /// only once; this class remembers the reason, and reports it again at each member of that type (if the type itself is the reason), and
    /// at each root that has no code because of it.
    /// </summary>
    internal sealed class Findings
    {
        private readonly Compilation _compilation;
        private readonly List<DiagnosticModel> _diagnostics = new List<DiagnosticModel>();
        private readonly HashSet<DiagnosticModel> _known = new HashSet<DiagnosticModel>();
        private readonly Dictionary<string, List<DiagnosticModel>> _ofTypes = new Dictionary<string, List<DiagnosticModel>>();
        private readonly List<string> _path = new List<string>();
        private readonly List<ISymbol> _members = new List<ISymbol>();
        private readonly Dictionary<ITypeSymbol, Cause> _causes = new Dictionary<ITypeSymbol, Cause>(SymbolEqualityComparer.Default),
            _exactCauses = new Dictionary<ITypeSymbol, Cause>(SymbolEqualityComparer.Default);
        private int _pathLength;
        private string _root = "";
        private bool _isRootReported;
        private Cause? _cause;

        public Findings(Compilation compilation)
        {
            _compilation = compilation;
        }

        /// <summary>The current position in the type graph: <c>World.Zones[].Name</c>.</summary>
        public string Path => string.Concat(_path);

        /// <summary>The number of diagnostics.</summary>
        public int Count => _diagnostics.Count;

        public EquatableArray<DiagnosticModel> ToArray() => new EquatableArray<DiagnosticModel>(_diagnostics.ToArray());

        /// <summary>Begins a root.</summary>
        public void Begin(string root, string name)
        {
            _root = root;
            _isRootReported = false;
            _cause = null;
            _path.Clear();
            _path.Add(name);
            _pathLength = name.Length;
            _members.Clear();
        }

        /// <summary>Reports why a root has no code, unless that has been reported for this root.</summary>
        public void EndWithoutCode()
        {
            if (!_isRootReported && _cause != null)
                Add(new DiagnosticModel(_cause.Id, "", _root, new EquatableArray<string>(_cause.Arguments)));
        }

        /// <summary>Remembers what was reported while a type was described.</summary>
        /// <param name="type">The key of the type.</param>
        /// <param name="count">The number of diagnostics when its description began.</param>
        public void Keep(string type, int count)
        {
            if (_diagnostics.Count > count)
                _ofTypes[type] = _diagnostics.Skip(count).ToList();
        }

        /// <summary>
        /// Reports what was reported while a type was described, even if that was in an attempt whose diagnostics were discarded: another
        /// member or root uses the type.
        /// </summary>
        public void Restore(string type)
        {
            if (!_ofTypes.TryGetValue(type, out List<DiagnosticModel> diagnostics))
                return;
            foreach (DiagnosticModel one in diagnostics)
                Add(one);
        }

        /// <summary>The current position, to return to.</summary>
        public Position Mark() => new Position(_path.Count, _pathLength, _members.Count, _cause);

        /// <summary>Enters a member or an element.</summary>
        public void Enter(ISymbol? member, string step)
        {
            _path.Add(step);
            _pathLength += step.Length;
            if (member != null)
                _members.Add(member);
        }

        /// <summary>Returns to a position.</summary>
        public void Return(Position mark)
        {
            _path.RemoveRange(mark.Steps, _path.Count - mark.Steps);
            _pathLength = mark.Length;
            _members.RemoveRange(mark.Members, _members.Count - mark.Members);
        }

        /// <summary>Begins the description of a type.</summary>
        public Position BeginType()
        {
            Position mark = Mark();
            _cause = null;
            return mark;
        }

        /// <summary>Ends the description of a type.</summary>
        /// <param name="type">The type.</param>
        /// <param name="isExact">Whether the type is described without its derived types.</param>
        /// <param name="isDescribed">Whether it can be serialized; if not, the first cause reported since then is remembered.</param>
        /// <param name="mark">The position at which the description began.</param>
        public void EndType(ITypeSymbol type, bool isExact, bool isDescribed, Position mark)
        {
            if (!isDescribed && _cause != null)
                (isExact ? _exactCauses : _causes)[type] = _cause with { From = mark.Length, IsOfPlace = _cause.Level < mark.Members };
            _cause = mark.Cause ?? (isDescribed ? null : _cause);
        }

        /// <summary>Begins an attempt that may be undone.</summary>
        public Attempt Try()
        {
            var attempt = new Attempt(_diagnostics.Count, _isRootReported, _cause);
            _cause = null;
            return attempt;
        }

        /// <summary>Ends an attempt: unless it is kept, the diagnostics reported since are discarded.</summary>
        /// <returns>The first diagnostic that was discarded, if any.</returns>
        public string End(Attempt attempt, bool isKept)
        {
            string problem = isKept || _cause == null ? ""
                : Rules.Text(new DiagnosticModel(_cause.Id, "", "", new EquatableArray<string>(_cause.Arguments)));
            _cause = attempt.Cause;
            if (!isKept)
                Undo(attempt);
            return problem;
        }

        /// <summary>
        /// Ends an attempt: if it is not kept, and the type at a path is itself the reason, the diagnostics reported since are discarded.
        /// </summary>
        /// <returns>The reason, without the path; null if nothing was discarded.</returns>
        public string? EndAt(Attempt attempt, string path, bool isKept)
        {
            if (isKept || _cause is not { HasPath: true } cause || cause.Arguments[0] != path)
            {
                _cause = attempt.Cause ?? (isKept ? null : _cause);
                return null;
            }
            string problem = Rules.Text(new DiagnosticModel(cause.Id, "", "", new EquatableArray<string>(cause.Arguments)));
            _cause = attempt.Cause;
            Undo(attempt);
            return problem.Substring(path.Length + ": ".Length);
        }

        private void Undo(Attempt attempt)
        {
            _known.ExceptWith(_diagnostics.Skip(attempt.Diagnostics));
            _diagnostics.RemoveRange(attempt.Diagnostics, _diagnostics.Count - attempt.Diagnostics);
            _isRootReported = attempt.IsRootReported;
        }

        /// <summary>Reports a type again that cannot be serialized.</summary>
        public void ReportAgain(ITypeSymbol type, bool isExact)
        {
            if (!(isExact ? _exactCauses : _causes).TryGetValue(type, out Cause cause))
                return;
            string[] arguments = cause.HasPath ? cause.Arguments.Skip(1).Prepend(Path + cause.Arguments[0].Substring(cause.From))
                .ToArray() : cause.Arguments;
            if (cause.IsOfPlace)
                Report(Enumerable.Empty<ISymbol>(), Enumerable.Empty<ISymbol>(), Rules.ById(cause.Id), arguments);
            else
                _cause ??= cause with { Arguments = arguments, Level = int.MaxValue };
        }

        /// <summary>
        /// Reports at the first of several symbols that is in this compilation's source, otherwise at the current member or root.
        /// </summary>
        public void Report(IEnumerable<ISymbol> at, IEnumerable<ISymbol> choices, DiagnosticDescriptor rule, params string[] arguments)
        {
            int level = int.MaxValue;
            string symbol = IdOf(at);
            if (symbol.Length == 0)
            {
                for (level = _members.Count - 1; level >= 0 && symbol.Length == 0; level--)
                    symbol = IdOf(new[] { _members[level] });
                level += symbol.Length == 0 ? 0 : 1;
            }
            if (rule.DefaultSeverity == DiagnosticSeverity.Error)
                _cause ??= new Cause(rule.Id, arguments, arguments[0].StartsWith(Path, StringComparison.Ordinal), level);
            var diagnostic = new DiagnosticModel(rule.Id, symbol, symbol.Length == 0 ? _root : "", new EquatableArray<string>(arguments))
            {
                Choices = new EquatableArray<string>(choices.Select(choice =>
                    DocumentationCommentId.CreateDeclarationId(choice.OriginalDefinition)).ToArray()),
            };
            if (Add(diagnostic) && rule.DefaultSeverity == DiagnosticSeverity.Error)
                _isRootReported = true;
        }

        /// <summary>Records why a type cannot be serialized, which is reported for each root that gets no code because of it.</summary>
        public void RecordCause(DiagnosticDescriptor rule, params string[] arguments) =>
            _cause ??= new Cause(rule.Id, arguments, arguments[0].StartsWith(Path, StringComparison.Ordinal), int.MaxValue);

        private bool Add(DiagnosticModel diagnostic)
        {
            bool isNew = _known.Add(diagnostic);
            if (isNew)
                _diagnostics.Add(diagnostic);
            return isNew;
        }

        // The first of the symbols that is in this compilation's source.
        private string IdOf(IEnumerable<ISymbol> symbols) => symbols
            .Where(symbol => symbol.Locations.Any(l => l.IsInSource && _compilation.ContainsSyntaxTree(l.SourceTree)))
            .Select(symbol => DocumentationCommentId.CreateDeclarationId(symbol.OriginalDefinition))
            .FirstOrDefault(id => id != null) ?? "";

        /// <summary>The current position in the type graph, and the first cause found so far.</summary>
        internal sealed record Position(int Steps, int Length, int Members, Cause? Cause);

        /// <summary>The state before an attempt that may be undone.</summary>
        internal sealed record Attempt(int Diagnostics, bool IsRootReported, Cause? Cause);

        /// <summary>Why a type cannot be serialized.</summary>
        /// <param name="Id">The id of the rule.</param>
        /// <param name="Arguments">The arguments of its message.</param>
        /// <param name="HasPath">Whether the arguments begin with the path to the cause.</param>
        /// <param name="Level">The index of the member on the path at which it was reported; -1 for the root.</param>
        internal sealed record Cause(string Id, string[] Arguments, bool HasPath, int Level)
        {
            /// <summary>The index in the path at which the part from the type to the cause begins.</summary>
            public int From { get; init; }

            /// <summary>Whether it was reported at a member of the type, not within the type.</summary>
            public bool IsOfPlace { get; init; }
        }
    }
}
