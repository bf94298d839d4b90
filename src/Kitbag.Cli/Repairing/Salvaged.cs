using System.Collections.Generic;

namespace Kitbag.Cli.Repairing
{
    /// <summary>A value of a damaged document, or the fact that it is lost.</summary>
    internal sealed class Salvaged
    {
        private Salvaged(string? scalar, List<(string Name, Salvaged Value)>? parts, bool isList, string? lost)
        {
            Scalar = scalar;
            Parts = parts;
            IsList = isList;
            Lost = lost;
        }

        /// <summary>Why it is lost; null where it is not.</summary>
        public string? Lost { get; }

        /// <summary>A scalar as JSON.</summary>
        public string? Scalar { get; }

        /// <summary>Members or entries by name, items by nothing.</summary>
        public List<(string Name, Salvaged Value)>? Parts { get; }

        public bool IsList { get; }

        public static Salvaged OfScalar(string json) => new Salvaged(json, null, false, null);

        public static Salvaged OfParts(List<(string Name, Salvaged Value)> parts, bool isList) => new Salvaged(null, parts, isList, null);

        public static Salvaged OfNothing(string why) => new Salvaged(null, null, false, why);
    }
}
