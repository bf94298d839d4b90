using System;
using System.Collections.Generic;
using System.Linq;
using Kitbag.Generator.Diagnostics;
using Microsoft.CodeAnalysis;

namespace Kitbag.Generator.Parsing
{
    /// <summary>
    /// Reports state of a class of .NET that a type derives from and that no stored member contains. Reference assemblies have no private
    /// fields, so this is judged by properties without a setter.
    /// </summary>
    internal static class PlatformState
    {
        /// <param name="parser">The parser.</param>
        /// <param name="type">The type, which is stored by its members.</param>
        /// <param name="stored">The names of the stored members.</param>
        public static void Report(Parser parser, INamedTypeSymbol type, HashSet<string> stored)
        {
            INamedTypeSymbol derived = type;
            while (derived.BaseType is { SpecialType: SpecialType.None } b && !Names.IsOfPlatform(b))
                derived = b;
            if (type.IsValueType || derived.BaseType is not { SpecialType: SpecialType.None } platform)
                return;
            string[]? lost = Lost(type, platform)?.Where(name => !stored.Contains(name)).OrderBy(name => name, StringComparer.Ordinal)
                .Take(3).ToArray();
            if (lost is { Length: 0 })
                return;
            parser.ReportAt(derived, Rules.LostMember, Names.InSchema(derived.OriginalDefinition) + ".base", "it is the state of '"
                + Names.InSchema(platform.OriginalDefinition) + "', a class of .NET, and "
                + (lost == null ? "private" : "no stored member contains its '" + string.Join("', '", lost) + "'"),
                "Do not derive from this class, or write a [KitbagSurrogate]");
        }

        // Null if the class has private state without properties.
        private static IEnumerable<string>? Lost(INamedTypeSymbol type, INamedTypeSymbol platform)
        {
            var bases = new List<INamedTypeSymbol>();
            for (INamedTypeSymbol? t = platform; t is { SpecialType: SpecialType.None }; t = t.BaseType)
                bases.Add(t);
            string root = Names.Qualified(bases[bases.Count - 1]);
            if (root == "System.Random")
                return null;
            List<IPropertySymbol> properties = bases.SelectMany(t => t.GetMembers()).OfType<IPropertySymbol>()
                .Where(p => !p.IsStatic && !p.IsIndexer && p.DeclaredAccessibility == Accessibility.Public).ToList();
            // Programs do not restore where an exception was thrown. What attributes (TypeId) and classes of WPF (IsSealed) have without a
            // setter is no state of the object. In other classes that have properties with setters, those without usually compute their
            // values from these.
            if (root == "System.Exception")
                properties.RemoveAll(p => p.Name != "Message");
            else if (root == "System.Attribute" || root.StartsWith("System.Windows.", StringComparison.Ordinal)
                || properties.Any(p => p.SetMethod != null))
                properties.Clear();
            return properties.Where(p => Members.IsData(p.Type) && !IsOverridden(type, p)).Select(p => p.Name).Distinct();
        }

        private static bool IsOverridden(INamedTypeSymbol type, IPropertySymbol property)
        {
            for (INamedTypeSymbol? t = type; t != null && !Names.IsOfPlatform(t); t = t.BaseType)
            {
                if (t.GetMembers(property.Name).Length != 0)
                    return true;
            }
            return false;
        }
    }
}
