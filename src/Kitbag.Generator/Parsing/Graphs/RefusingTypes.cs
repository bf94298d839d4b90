using System.Collections.Generic;
using System.Linq;
using Kitbag.Generator.Model;

namespace Kitbag.Generator.Parsing
{
    /// <summary>
    /// Finds the types of which a value may be rejected although its bytes are valid, because code of the program or of .NET creates it.
    /// </summary>
    internal static class RefusingTypes
    {
        /// <summary>Returns their keys.</summary>
        /// <param name="types">All types.</param>
        public static HashSet<string> Of(Dictionary<string, TypeModel> types) =>
            TypeUsers.Of(types, types.Values.Where(Refuses).Select(type => type.Key));

        private static bool Refuses(TypeModel type) => type.Shape switch
        {
            ShapeKind.Surrogate => true,
            // Lists and arrays accept all elements, and dictionaries all keys that a dictionary had. Sets reject duplicates, which lists in
            // documents may have, and types of the program what they like.
            ShapeKind.LengthPrefix => type.Parts.Count != 0 && !AcceptsAll(type.CodecType),
            ShapeKind.Object => type.Object is { } made && (!made.IsMadeWithoutCode || made.After.Count != 0 || made.LateConstructor != null
                || type.Members.Any(member => member.HasSetterCode)),
            _ => false,
        };

        private static bool AcceptsAll(string codec) => codec.StartsWith("ListCodec<", System.StringComparison.Ordinal)
            || codec.StartsWith("ArrayCodec<", System.StringComparison.Ordinal)
            || codec.StartsWith("DictionaryCodec<", System.StringComparison.Ordinal);
    }
}
