using System.Collections.Generic;
using System.Linq;
using System.Runtime.CompilerServices;
using Kitbag.Generator.Model;
using Microsoft.CodeAnalysis;

namespace Kitbag.Generator.Parsing
{
    /// <summary>Finds attributes by their full names.</summary>
    internal static class Attributes
    {
        // Cached, because each member is checked for a dozen attributes and composing a name is slow.
        private static readonly ConditionalWeakTable<INamedTypeSymbol, string> s_names = new ConditionalWeakTable<INamedTypeSymbol,
            string>();

        /// <summary>The full name of an attribute's class.</summary>
        public static string NameOf(AttributeData data) => data.AttributeClass is { } type
            ? s_names.GetValue(type, t => t.ToDisplayString()) : "";

        public static bool Has(ISymbol symbol, params string[] names) =>
            symbol.GetAttributes().Any(data => System.Array.IndexOf(names, NameOf(data)) >= 0);

        public static IEnumerable<AttributeData> All(ISymbol symbol, string name) =>
            symbol.GetAttributes().Where(data => NameOf(data) == name);

        /// <summary>Former names of a member or a type, from Kitbag's attribute or Unity's.</summary>
        public static EquatableArray<string> FormerNames(ISymbol symbol)
        {
            List<string>? names = null;
            foreach (AttributeData data in symbol.GetAttributes())
            {
                if (NameOf(data) is "Kitbag.KitbagFormerNameAttribute" or "UnityEngine.Serialization.FormerlySerializedAsAttribute"
                    && data.ConstructorArguments.Length == 1 && data.ConstructorArguments[0].Value is string name)
                    (names ??= new List<string>()).Add(name);
            }
            return names == null ? EquatableArray<string>.Empty : new EquatableArray<string>(names.ToArray());
        }

        /// <summary>Names of members that a type, or one of its base classes, has removed intentionally.</summary>
        public static EquatableArray<string> Removed(ITypeSymbol type)
        {
            List<string>? names = null;
            for (ITypeSymbol? t = type; t is { SpecialType: SpecialType.None }; t = t.BaseType)
            {
                foreach (AttributeData data in t.GetAttributes())
                {
                    if (NameOf(data) == "Kitbag.KitbagRemovedAttribute" && data.ConstructorArguments.Length == 1
                        && data.ConstructorArguments[0].Value is string name)
                        (names ??= new List<string>()).Add(name);
                }
            }
            return names == null ? EquatableArray<string>.Empty : new EquatableArray<string>(names.ToArray());
        }

        public static object? Named(AttributeData data, string name)
        {
            foreach (KeyValuePair<string, TypedConstant> argument in data.NamedArguments)
            {
                if (argument.Key == name)
                    return argument.Value.Value;
            }
            return null;
        }
    }
}
