using System.Collections.Generic;
using System.Linq;
using Kitbag.Generator.Diagnostics;
using Kitbag.Generator.Model;
using Microsoft.CodeAnalysis;

namespace Kitbag.Generator.Parsing
{
    /// <summary>
    /// Members with the same name in JSON, or with that of a type discriminator: binary documents distinguish them, but writing JSON fails.
    /// Names that result from a naming policy of the options count only if the project uses that policy.
    /// </summary>
    internal static class JsonClashes
    {
        public static void Report(Parser parser, INamedTypeSymbol type, IReadOnlyList<MemberModel> all)
        {
            List<MemberModel> members = all.Where(m => !m.IsExtensionData && !m.IsUnknownStore).ToList();
            if (Find(members, name => name) is { } plain)
                Report(parser, type, plain, "");
            else if (Find(members, Names.Camel) is { } camel && parser.IsNamed("CamelCase"))
                Report(parser, type, camel, " under KitbagJsonNaming.CamelCase");
        }

        /// <summary>Reports members with the name of the type discriminator that their objects have if a base is declared.</summary>
        /// <param name="parser">The parser.</param>
        /// <param name="declared">The base.</param>
        /// <param name="discriminator">The name of the discriminator; empty for the default name.</param>
        /// <param name="concretes">The types that have a discriminator.</param>
        public static void ReportDiscriminators(Parser parser, ITypeSymbol declared, string discriminator,
            IEnumerable<KeyValuePair<ITypeSymbol, TypeModel>> concretes)
        {
            string name = discriminator.Length == 0 ? "$type" : discriminator;
            var reported = new HashSet<ISymbol>(SymbolEqualityComparer.Default);
            foreach (KeyValuePair<ITypeSymbol, TypeModel> one in concretes.Where(one => one.Value.Shape == ShapeKind.Object))
            {
                foreach (MemberModel member in one.Value.Members.Where(m => !m.IsExtensionData && !m.IsUnknownStore))
                {
                    bool isPlain = (member.JsonName ?? member.Name) == name;
                    if (!isPlain && (member.JsonName != null || Names.Camel(member.Name) != name || !parser.IsNamed("CamelCase")))
                        continue;
                    ISymbol at = Bases((INamedTypeSymbol)one.Key).SelectMany(b => b.GetMembers(member.Name)).FirstOrDefault() ?? one.Key;
                    if (reported.Add(at))
                        parser.ReportAt(at, Rules.JsonNameClash, Names.InSchema(one.Key) + "." + member.Name,
                            "the type discriminator of '" + Names.InSchema(declared) + "'", member.Name, name,
                            isPlain ? "" : " under KitbagJsonNaming.CamelCase");
                }
            }
        }

        private static void Report(Parser parser, INamedTypeSymbol type, (MemberModel One, MemberModel Other, string Name) clash,
            string when)
        {
            ISymbol at = Bases(type).SelectMany(b => b.GetMembers(clash.Other.Name)).FirstOrDefault() ?? type;
            parser.ReportAt(at, Rules.JsonNameClash, parser.Path + "." + clash.Other.Name, "'" + clash.One.Name + "'", clash.Other.Name,
                clash.Name, when);
        }

        private static (MemberModel One, MemberModel Other, string Name)? Find(IReadOnlyList<MemberModel> members,
            System.Func<string, string> naming)
        {
            var names = new Dictionary<string, MemberModel>(System.StringComparer.Ordinal);
            foreach (MemberModel member in members)
            {
                string name = member.JsonName ?? naming(member.Name);
                if (names.TryGetValue(name, out MemberModel other))
                    return (other, member, name);
                names.Add(name, member);
            }
            return null;
        }

        private static IEnumerable<INamedTypeSymbol> Bases(INamedTypeSymbol type)
        {
            for (INamedTypeSymbol? b = type; b != null; b = b.BaseType)
                yield return b;
        }
    }
}
