using System;
using System.Collections.Generic;
using System.Globalization;
using System.Linq;
using Kitbag.Generator.Model;
using Microsoft.CodeAnalysis;

namespace Kitbag.Generator.Parsing
{
    /// <summary>Reads the attributes of System.Text.Json on a base type that determine how JSON identifies the concrete types.</summary>
    internal sealed class Polymorphism
    {
        private const string Derived = JsonAttributes.SystemText + "JsonDerivedTypeAttribute", Polymorphic = JsonAttributes.SystemText
            + "JsonPolymorphicAttribute";

        // Values of JsonUnknownDerivedTypeHandling.
        private const int FallBackToBaseType = 1, FallBackToNearestAncestor = 2;

        private readonly ITypeSymbol _declared;
        private readonly List<KeyValuePair<ITypeSymbol, object?>> _listed = new List<KeyValuePair<ITypeSymbol, object?>>();
        private readonly bool _hasAttributes;
        private readonly int _unknown;

        public Polymorphism(ITypeSymbol declared)
        {
            _declared = declared;
            foreach (AttributeData data in declared.GetAttributes())
            {
                string name = Attributes.NameOf(data);
                if (name == Derived && data.ConstructorArguments.Length != 0 && data.ConstructorArguments[0].Value is ITypeSymbol type)
                    _listed.Add(new KeyValuePair<ITypeSymbol,
                        object?>(type, data.ConstructorArguments.Length == 2 ? data.ConstructorArguments[1].Value : null));
                if (name == Polymorphic)
                {
                    Discriminator = Attributes.Named(data, "TypeDiscriminatorPropertyName") as string ?? "";
                    IgnoresUnknown = Attributes.Named(data, "IgnoreUnrecognizedTypeDiscriminators") is true;
                    _unknown = Attributes.Named(data, "UnknownDerivedTypeHandling") is int handling ? handling : 0;
                }
                _hasAttributes |= name is Derived or Polymorphic;
            }
        }

        /// <summary>The name of the type discriminator; empty for the default name.</summary>
        public string Discriminator { get; } = "";

        /// <summary>Whether unknown type discriminators are ignored.</summary>
        public bool IgnoresUnknown { get; }

        /// <summary>Adds the JSON properties of a case to its model.</summary>
        /// <param name="one">The case.</param>
        /// <param name="concrete">Its type.</param>
        /// <param name="concretes">All types, in the order of the cases.</param>
        /// <param name="usual">The discriminator if no attribute specifies one.</param>
        public CaseModel Apply(CaseModel one, ITypeSymbol concrete, List<ITypeSymbol> concretes, string usual)
        {
            int listed = IndexOf(concrete);
            if (listed >= 0 && _listed[listed].Value is { } value)
                return one with { JsonName = Convert.ToString(value, CultureInfo.InvariantCulture), IsNumber = value is int };
            // If attributes list the derived types, the base itself has no discriminator.
            if (_hasAttributes && Same(concrete, _declared))
                return one with { JsonName = null };
            return one with { JsonName = usual, JsonFallback = listed < 0 ? Fallback(concrete, concretes) : -1 };
        }

        /// <summary>
        /// Whether JSON would need to represent an unlisted type as its base although the base is not one of the concrete types: JSON of an
        /// abstract class or an interface could not be read.
        /// </summary>
        public bool IsUnsupportedFallback(List<ITypeSymbol> concretes) =>
            _unknown is FallBackToBaseType or FallBackToNearestAncestor
            && concretes.Any(c => IndexOf(c) < 0 && !Same(c, _declared) && Fallback(c, concretes) < 0);

        private int Fallback(ITypeSymbol concrete, List<ITypeSymbol> concretes)
        {
            if (_unknown == FallBackToNearestAncestor)
            {
                for (INamedTypeSymbol? t = concrete.BaseType; t != null && !Same(t, _declared); t = t.BaseType)
                {
                    if (IndexOf(t) >= 0)
                        return concretes.FindIndex(c => Same(c, t));
                }
            }
            return _unknown is FallBackToBaseType or FallBackToNearestAncestor ? concretes.FindIndex(c => Same(c, _declared)) : -1;
        }

        private int IndexOf(ITypeSymbol type) => _listed.FindIndex(listed => Same(listed.Key, type));

        private static bool Same(ITypeSymbol a, ITypeSymbol b) => SymbolEqualityComparer.Default.Equals(a, b);

        /// <summary>Whether JSON may represent derived types as a class itself.</summary>
        public static bool IsFallback(ITypeSymbol type)
        {
            for (ITypeSymbol? t = type; t != null; t = t.BaseType)
            {
                if (FallsBack(t))
                    return true;
            }
            return type.AllInterfaces.Any(FallsBack);
        }

        private static bool FallsBack(ITypeSymbol type) =>
            Attributes.All(type, Polymorphic)
                .Any(data => Attributes.Named(data, "UnknownDerivedTypeHandling") is FallBackToBaseType or FallBackToNearestAncestor);
    }
}
