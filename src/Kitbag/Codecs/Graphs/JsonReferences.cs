using Kitbag.Json;

namespace Kitbag.Codecs
{
    /// <summary>Reads references of JSON.</summary>
    internal static class JsonReferences
    {
        /// <summary>Reads the reference that follows.</summary>
        /// <typeparam name="T">The declared type.</typeparam>
        /// <param name="r">The reader, positioned before the reference.</param>
        /// <param name="place">The codec of the declared type.</param>
        /// <returns>The object.</returns>
        /// <exception cref="KitbagException">The object does not exist, or is of another type.</exception>
        public static T Read<T>(ref JsonReader r, Codec<T> place)
        {
            int start = r.Position;
            string id = r.ReadReference();
            object found = JsonGraphReader.Of(ref r).Find(id, out Codec? codec) ?? FindAhead(ref r, place, id, start, out codec);
            return place.TryRefer(found, codec!, out T value)
                ? place.CopiedCodecOf(found) is { } copied ? (T)JsonGraphReader.Of(ref r).Give(copied, found, start) : value
                : throw JsonReader.ErrorAt(start, KitbagErrorReason.SchemaMismatch,
                    "Found a \"$ref\" to \"" + JsonReader.Shortened(id) + "\", which is a '" + codec!.Schema + "', where a '"
                        + (place.TrackedCodec ?? place).Schema + "' is expected.");
        }

        /// <summary>Returns whether the reference that follows denotes a known object of a type. The reader does not move.</summary>
        public static bool Means<T>(ref JsonReader r)
        {
            var here = new JsonPosition(r.Position, r.Depth);
            object? found = JsonGraphReader.Of(ref r).Find(r.ReadReference());
            r.MoveTo(here);
            return found is T;
        }

        private static object FindAhead(ref JsonReader r, Codec place, string id, int start, out Codec codec)
        {
            JsonPosition position = JsonGraphReader.Of(ref r).PlaceOf(ref r, id, start);
            var here = new JsonPosition(r.Position, r.Depth);
            r.MoveTo(position);
            JsonPending? pending = place.NewPending(ref r);
            if (pending == null)
            {
                // It has no identity, so it is read where it is written, and again for each reference. It must not contain objects that
                // have an identity.
                if (place.References != References.None)
                    throw JsonReader.ErrorAt(start, KitbagErrorReason.NotSupported,
                        "Found a \"$ref\" to \"" + JsonReader.Shortened(id) + "\", which occurs later; a '" + place.Schema
                            + "' that contains tracked objects and is not tracked must be read before it is referenced.");
                r.Skip();
                if (position.Offset < start && start < r.Position)
                    throw JsonReader.ErrorAt(start, KitbagErrorReason.NotSupported,
                        "Found a \"$ref\" to \"" + JsonReader.Shortened(id) + "\" inside of that object, which is a '" + place.Schema
                            + "' here: only objects of tracked classes can contain themselves.");
                // The depth of the reference: objects that contain each other reach the maximum depth.
                r.MoveTo(new JsonPosition(position.Offset, here.Depth));
                object? value = place.ReadJsonObject(ref r);
                r.MoveTo(here);
                codec = place;
                return value ?? throw JsonReader.ErrorAt(start, KitbagErrorReason.Malformed,
                    "Found a \"$ref\" to \"" + JsonReader.Shortened(id) + "\", which is null.");
            }
            r.MoveTo(here);
            pending.Position = position;
            JsonGraphReader.Of(ref r).Add(id, pending);
            codec = pending.Codec;
            return pending.Value;
        }
    }
}
