using System;
using System.Collections.Generic;

namespace Kitbag.Cli.Repairing
{
    /// <summary>The intact parts of a damaged document: its root, and its tracked objects by their identities.</summary>
    internal sealed record SalvagedDocument(Salvaged Root, IReadOnlyDictionary<string, Salvaged> Objects)
    {
        private const string Depends = "it depends on what is damaged";

        /// <summary>Returns the values that are equal in two reads.</summary>
        public SalvagedDocument And(SalvagedDocument other)
        {
            var objects = new Dictionary<string, Salvaged>(StringComparer.Ordinal);
            foreach ((string identity, Salvaged one) in Objects)
            {
                if (other.Objects.TryGetValue(identity, out Salvaged? same))
                    objects.Add(identity, Both(one, same));
            }
            return new SalvagedDocument(Both(Root, other.Root), objects);
        }

        /// <summary>Returns a copy in which references to lost objects are lost as well.</summary>
        public SalvagedDocument Settle()
        {
            var objects = new Dictionary<string, Salvaged>(StringComparer.Ordinal);
            foreach ((string identity, Salvaged one) in Objects)
            {
                if (one.Lost == null)
                    objects.Add(identity, Settled(one));
            }
            return new SalvagedDocument(Settled(Root), objects);
        }

        private Salvaged Settled(Salvaged value)
        {
            if (value.Identity != null)
                return !Objects.TryGetValue(value.Identity, out Salvaged? one) ? Salvaged.OfNothing(Depends)
                    : one.Lost != null ? Salvaged.OfNothing("the object is lost: " + one.Lost) : value;
            if (value.Parts == null)
                return value;
            var parts = new List<(string, Salvaged)>(value.Parts.Count);
            foreach ((string name, Salvaged part) in value.Parts)
                parts.Add((name, Settled(part)));
            return Salvaged.OfParts(parts, value.IsList, value.Type!, value.IsCut);
        }

        private static Salvaged Both(Salvaged a, Salvaged b)
        {
            if (a.Lost != null || b.Lost != null)
                return a.Lost != null ? a : b;
            if (a.Identity != b.Identity || a.Scalar != b.Scalar || a.Type?.Name != b.Type?.Name)
                return Salvaged.OfNothing(Depends);
            if (a.Parts == null || b.Parts == null)
                return a;
            // The length of a list whose rest was given up is unknown.
            bool isCut = a.IsCut || b.IsCut;
            if (a.IsList != b.IsList || (!isCut && a.Parts.Count != b.Parts.Count))
                return Salvaged.OfNothing(Depends);
            int count = System.Math.Min(a.Parts.Count, b.Parts.Count);
            var parts = new List<(string, Salvaged)>(count);
            for (int i = 0; i < count; i++)
            {
                if (a.Parts[i].Name != b.Parts[i].Name)
                    return Salvaged.OfNothing(Depends);
                parts.Add((a.Parts[i].Name, Both(a.Parts[i].Value, b.Parts[i].Value)));
            }
            return Salvaged.OfParts(parts, a.IsList, a.Type!, isCut);
        }
    }
}
