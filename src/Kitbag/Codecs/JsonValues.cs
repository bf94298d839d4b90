using Kitbag.Json;

namespace Kitbag.Codecs
{
    /// <summary>Reads values that are nested in an object with metadata properties for their type or identity.</summary>
    internal static class JsonValues
    {
        /// <summary>Reads the next object.</summary>
        /// <param name="r">The reader, before the object.</param>
        /// <param name="codec">The codec of the value.</param>
        /// <param name="value">The value.</param>
        /// <returns>Whether the object contains a value.</returns>
        public static bool TryRead<T>(ref JsonReader r, Codec<T> codec, out T value)
        {
            r.Peek();
            int start = r.Position;
            bool isThere = false, isInside = false;
            value = default!;
            r.BeginObject();
            string? id = r.Graph != null ? r.ReadIdentity(out isInside) : null;
            var members = new JsonMemberReader(JsonForm.Case.For(r.Options), r.Options.Duplicates == KitbagJsonDuplicates.Refuse, isInside);
            while (members.Next(ref r))
            {
                value = codec.ReadJson(ref r);
                isThere = true;
            }
            if (id != null && value is not null)
                JsonGraphReader.Of(ref r).Add(id, codec, value, start);
            return isThere;
        }

        /// <summary>
        /// Reads the next object if it is a list with metadata properties as written by System.Text.Json, or a reference to a list.
        /// </summary>
        /// <param name="r">The reader, before an object.</param>
        /// <param name="codec">The codec of the list.</param>
        /// <param name="value">The list.</param>
        public static bool TryReadList<T>(ref JsonReader r, Codec<T> codec, out T value)
        {
            value = default!;
            if (r.PeekIsReference())
            {
                if (!JsonReferences.Means<T>(ref r))
                    return false;
                value = JsonReferences.Read(ref r, codec);
                return true;
            }
            return r.PeekMember("$values"u8) && TryRead(ref r, codec, out value);
        }
    }
}
