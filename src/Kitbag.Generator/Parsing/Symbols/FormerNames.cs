using System.Collections.Generic;
using System.Linq;
using Kitbag.Generator.Diagnostics;
using Kitbag.Generator.Model;
using Microsoft.CodeAnalysis;

namespace Kitbag.Generator.Parsing
{
    /// <summary>A symbol with a name in documents: a member, a value of an enum, a concrete type of a union.</summary>
    internal readonly struct NamedSymbol
    {
        public NamedSymbol(ISymbol symbol, string name, EquatableArray<string> formerNames)
        {
            Symbol = symbol;
            Name = name;
            FormerNames = formerNames;
        }

        public ISymbol Symbol { get; }

        public string Name { get; }

        public EquatableArray<string> FormerNames { get; }
    }

    /// <summary>Finds former names that are ambiguous in documents.</summary>
    internal static class FormerNames
    {
        /// <summary>Reports each former name that is also the name, or a former name, of another symbol.</summary>
        /// <returns>Whether there is none.</returns>
        public static bool Check(Parser parser, IEnumerable<NamedSymbol> all)
        {
            List<NamedSymbol> symbols = all.ToList();
            if (symbols.All(symbol => symbol.FormerNames.Count == 0))
                return true;
            var names = new HashSet<string>(symbols.Select(symbol => symbol.Name));
            var owners = new Dictionary<string, string>();
            bool complete = true;
            foreach (NamedSymbol symbol in symbols)
            {
                foreach (string former in symbol.FormerNames.Distinct())
                {
                    string? other = former != symbol.Name && names.Contains(former) ? "the name of another"
                        : owners.TryGetValue(former, out string owner) ? "a former name of '" + owner + "'"
                        : null;
                    if (other == null)
                    {
                        owners.Add(former, symbol.Name);
                        continue;
                    }
                    parser.ReportAt(symbol.Symbol, Rules.SharedFormerName, parser.Path + "." + symbol.Name, former, symbol.Name, other);
                    complete = false;
                }
            }
            return complete;
        }
    }
}
