using Kitbag.Json;

namespace Kitbag.Codecs
{
    /// <summary>Reads references of JSON.</summary>
    internal static class JsonReferences
    {
        /// <summary>Reads the reference that comes.</summary>
        /// <typeparam name="T">What the place is declared as.</typeparam>
        /// <param name="r">Before it.</param>
        /// <param name="place">The codec of what stands there.</param>
        /// <returns>The object that it means.</returns>
        /// <exception cref="KitbagException">There is none, or it is of another type.</exception>
        public static T Read<T>(ref JsonReader r, Codec<T> place)
        {
            int start = r.Position;
            string id = r.ReadReference();
            object found = JsonGraphReader.Of(ref r).Find(id) ?? FindAhead(ref r, place, id, start);
            return found is T value
                ? place.CopiedCodecOf(found) is { } copied ? (T)JsonGraphReader.Of(ref r).Give(copied, found, start) : value
                : throw JsonReader.ErrorAt(start, KitbagErrorReason.SchemaMismatch,
                    "Found a \"$ref\" to \"" + JsonReader.Shortened(id) + "\", which is a '" + TypeText.Of(found.GetType())
                        + "', where a '" + TypeText.Of(typeof(T)) + "' is expected.");
        }

        /// <summary>Whether the reference that comes means a known object of a type. The reader stays where it is.</summary>
        public static bool Means<T>(ref JsonReader r)
        {
            var here = new JsonPosition(r.Position, r.Depth);
            object? found = JsonGraphReader.Of(ref r).Find(r.ReadReference());
            r.MoveTo(here);
            return found is T;
        }

        private static object FindAhead(ref JsonReader r, Codec place, string id, int start)
        {
            JsonPosition position = JsonGraphReader.Of(ref r).PlaceOf(ref r, id, start);
            var here = new JsonPosition(r.Position, r.Depth);
            r.MoveTo(position);
            JsonPending? pending = place.NewPending(ref r);
            if (pending == null)
            {
                // It has no identity: it is read as it stands there, and once more where it is met. What has one may not stand in it.
                if (place.References != References.None)
                    throw JsonReader.ErrorAt(start, KitbagErrorReason.NotSupported,
                        "Found a \"$ref\" to \"" + JsonReader.Shortened(id) + "\", which occurs later; a '" + place.Schema
                            + "' that contains tracked objects and is not tracked must be read before it is referenced.");
                object? value = place.ReadJsonObject(ref r);
                r.MoveTo(here);
                return value ?? throw JsonReader.ErrorAt(start, KitbagErrorReason.Malformed,
                    "Found a \"$ref\" to \"" + JsonReader.Shortened(id) + "\", which is null.");
            }
            r.MoveTo(here);
            pending.Position = position;
            JsonGraphReader.Of(ref r).Add(id, pending);
            return pending.Value;
        }
    }
}
