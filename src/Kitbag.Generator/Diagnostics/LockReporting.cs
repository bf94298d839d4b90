using System;
using System.Collections.Generic;
using System.Collections.Immutable;
using System.Linq;
using Kitbag.Generator.Model;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.Text;

namespace Kitbag.Generator.Diagnostics
{
    /// <summary>Reports the results of comparing with the lock file, at members and types of the current compilation.</summary>
    internal sealed class LockReporting
    {
        private readonly EquatableArray<DiagnosticModel> _diagnostics;
        private readonly Compilation _compilation;
        private readonly LockInput _input;
        private readonly string _pages;
        private readonly HashSet<string> _reported = new HashSet<string>();
        private readonly Dictionary<string, INamedTypeSymbol?> _types = new Dictionary<string, INamedTypeSymbol?>();

        private LockReporting(EquatableArray<DiagnosticModel> diagnostics, Compilation compilation, LockInput input, string pages)
        {
            _diagnostics = diagnostics;
            _compilation = compilation;
            _input = input;
            _pages = pages;
        }

        /// <summary>Reports all of it.</summary>
        public static void Report(SourceProductionContext output, EquatableArray<DiagnosticModel> diagnostics, Compilation compilation,
            LockInput input, string pages)
        {
            var reporting = new LockReporting(diagnostics, compilation, input, pages);
            foreach (DiagnosticModel model in diagnostics)
            {
                Diagnostic? diagnostic = Defects.Catch<Diagnostic?>("Report " + model.Id, () => reporting.Of(model),
                    _ => Diagnostic.Create(Rules.ById(model.Id), Location.None, model.Arguments.ToArray<object?>()));
                if (diagnostic != null)
                    output.ReportDiagnostic(diagnostic);
            }
        }

        // Null where the same is reported already: of a member that several types have from one base.
        private Diagnostic? Of(DiagnosticModel model)
        {
            string[] arguments = model.Arguments.ToArray();
            Location location = Location.None;
            if (model.Line != 0)
            {
                location = InFile(model.Line);
            }
            else if (TypeOf(model) is { } type)
            {
                ISymbol? symbol = model.Member.Length == 0 ? BaseThatLost(model, type) : Find(type, model.Member);
                if (symbol != null && symbol is not INamedTypeSymbol && !SymbolEqualityComparer.Default.Equals(symbol.ContainingType, type))
                    arguments[0] = symbol.ContainingType.Name + "." + symbol.Name;
                else if (symbol is INamedTypeSymbol found && !SymbolEqualityComparer.Default.Equals(found, type))
                    arguments[0] = found.Name + "." + model.OldName;
                location = PlaceOf(symbol) ?? PlaceOf(type) ?? Location.None;
            }
            if (!_reported.Add(model.Id + location + string.Join("\n", arguments)))
                return null;
            var properties = new[]
            {
                ("OldName", model.OldName), ("OldNumber", model.OldNumber), ("OldType", model.OldType),
                ("OldDeclarations", model.OldDeclarations), ("LockText", model.LockText),
                ("LockPath", model.LockText.Length == 0 ? "" : _input.Path),
            }.Where(pair => pair.Item2.Length != 0).ToImmutableDictionary(pair => pair.Item1, pair => (string?)pair.Item2);
            return Diagnostic.Create(Rules.WithPage(Rules.ById(model.Id), _pages), location, ChoicesOf(model), properties,
                arguments.ToArray<object?>());
        }

        private IEnumerable<Location> ChoicesOf(DiagnosticModel model)
        {
            IEnumerable<ISymbol?> members = TypeOf(model) is { } type ? model.Candidates.Select(name => Find(type, name))
                : Enumerable.Empty<ISymbol?>();
            return members.Concat(model.Choices.Select(TypeOf)).Select(PlaceOf).Where(place => place != null).Select(place => place!);
        }

        // If several types with the same base class have lost the member, returns the base class, which probably had it.
        private ISymbol BaseThatLost(DiagnosticModel model, INamedTypeSymbol type)
        {
            INamedTypeSymbol found = type;
            List<INamedTypeSymbol> others = _diagnostics.Where(other => other.Id == model.Id && other.OldName == model.OldName)
                .Select(TypeOf).Where(other => other != null && !SymbolEqualityComparer.Default.Equals(other, type))
                .Select(other => other!).ToList();
            for (INamedTypeSymbol? b = type.BaseType?.OriginalDefinition; b != null; b = b.BaseType?.OriginalDefinition)
            {
                if (PlaceOf(b) != null && others.Any(other => Derives(other, b)))
                    found = b;
            }
            return found;
        }

        private static bool Derives(INamedTypeSymbol type, INamedTypeSymbol from)
        {
            for (INamedTypeSymbol? b = type; b != null; b = b.BaseType)
            {
                if (SymbolEqualityComparer.Default.Equals(b.OriginalDefinition, from))
                    return true;
            }
            return false;
        }

        private INamedTypeSymbol? TypeOf(DiagnosticModel model) => model.Symbol.Length == 0 ? null : TypeOf(model.Symbol);

        private INamedTypeSymbol? TypeOf(string symbol)
        {
            if (!_types.TryGetValue(symbol, out INamedTypeSymbol? type))
                _types.Add(symbol, type = DocumentationCommentId.GetFirstSymbolForDeclarationId(symbol, _compilation) as INamedTypeSymbol);
            return type;
        }

        private static ISymbol? Find(INamedTypeSymbol type, string member)
        {
            for (INamedTypeSymbol? b = type; b != null; b = b.BaseType)
            {
                if (b.GetMembers(member).FirstOrDefault(m => m is IFieldSymbol or IPropertySymbol) is { } found)
                    return found;
            }
            return null;
        }

        private Location? PlaceOf(ISymbol? symbol) => symbol?.Locations.FirstOrDefault(place => place.IsInSource
            && _compilation.ContainsSyntaxTree(place.SourceTree));

        private Location InFile(int line)
        {
            string text = _input.Text ?? "";
            int start = 0;
            for (int i = 1; i < line && start < text.Length; i++)
            {
                int end = text.IndexOf('\n', start);
                start = end < 0 ? text.Length : end + 1;
            }
            int length = text.IndexOfAny(new[] { '\r', '\n' }, start) is var stop && stop < 0 ? text.Length - start : stop - start;
            return Location.Create(_input.Path, new TextSpan(start, length),
                new LinePositionSpan(new LinePosition(line - 1, 0), new LinePosition(line - 1, length)));
        }
    }
}
