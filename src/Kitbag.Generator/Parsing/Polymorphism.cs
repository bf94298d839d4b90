using System;
using System.Collections.Generic;
using System.Globalization;
using System.Linq;
using Kitbag.Generator.Model;
using Microsoft.CodeAnalysis;

namespace Kitbag.Generator.Parsing
{
    /// <summary>What System.Text.Json's attributes on a base say of how JSON tells the concrete types.</summary>
    internal sealed class Polymorphism
    {
        private const string Derived = JsonAttributes.SystemText + "JsonDerivedTypeAttribute", Polymorphic = JsonAttributes.SystemText
            + "JsonPolymorphicAttribute";

        // Values of JsonUnknownDerivedTypeHandling.
        private const int FallBackToBaseType = 1, FallBackToNearestAncestor = 2;

        private readonly ITypeSymbol _declared;
        private readonly List<KeyValuePair<ITypeSymbol, object?>> _listed = new List<KeyValuePair<ITypeSymbol, object?>>();
        private readonly bool _isSaid;
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
                _isSaid |= name is Derived or Polymorphic;
            }
        }

        /// <summary>The name of what tells the type; empty where it is the usual one.</summary>
        public string Discriminator { get; } = "";

        /// <summary>Whether what tells an unknown type is passed over.</summary>
        public bool IgnoresUnknown { get; }

        /// <summary>Gives a case what JSON says of it.</summary>
        /// <param name="one">The case.</param>
        /// <param name="concrete">Its type.</param>
        /// <param name="concretes">All types, in the order of the cases.</param>
        /// <param name="usual">Its name where no attribute gives one.</param>
        public CaseModel Apply(CaseModel one, ITypeSymbol concrete, List<ITypeSymbol> concretes, string usual)
        {
            int listed = IndexOf(concrete);
            if (listed >= 0 && _listed[listed].Value is { } value)
                return one with { JsonName = Convert.ToString(value, CultureInfo.InvariantCulture), IsNumber = value is int };
            // Where attributes say which types there are, the base itself goes without.
            if (_isSaid && Same(concrete, _declared))
                return one with { JsonName = null };
            return one with { JsonName = usual, JsonFallback = listed < 0 ? Fallback(concrete, concretes) : -1 };
        }

        /// <summary>
        /// Whether JSON of a type that is not listed is to be that of its base, which is none of the concrete types: JSON of an abstract
        /// class
        /// or an interface alone could not be read.
        /// </summary>
        public bool IsUnhonoured(List<ITypeSymbol> concretes) =>
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

        /// <summary>Whether JSON may have types that derive from a class as that class.</summary>
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
