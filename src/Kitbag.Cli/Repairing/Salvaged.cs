using System.Collections.Generic;
using Kitbag.Schema;

namespace Kitbag.Cli.Repairing
{
    /// <summary>A value of a damaged document, or the fact that it is lost.</summary>
    internal sealed class Salvaged
    {
        private Salvaged()
        {
        }

        /// <summary>The reason why it is lost; null if it is not.</summary>
        public string? Lost { get; private init; }

        /// <summary>A scalar as JSON.</summary>
        public string? Scalar { get; private init; }

        /// <summary>Members or entries by name, items without a name.</summary>
        public List<(string Name, Salvaged Value)>? Parts { get; private init; }

        public bool IsList { get; private init; }

        /// <summary>Whether it is a list whose rest was given up; its last part contains the reason.</summary>
        public bool IsCut { get; private init; }

        /// <summary>The identity of a tracked object, which is described elsewhere.</summary>
        public string? Identity { get; private init; }

        /// <summary>The type of a value with parts or a scalar; for a union the concrete type.</summary>
        public SchemaType? Type { get; private init; }

        public static Salvaged OfScalar(string json, SchemaType type) => new Salvaged { Scalar = json, Type = type };

        public static Salvaged OfParts(List<(string Name, Salvaged Value)> parts, bool isList, SchemaType type,
            bool isCut = false) => new Salvaged { Parts = parts, IsList = isList, Type = type, IsCut = isCut };

        public static Salvaged OfReference(string identity) => new Salvaged { Identity = identity };

        public static Salvaged OfNothing(string why) => new Salvaged { Lost = why };
    }
}
