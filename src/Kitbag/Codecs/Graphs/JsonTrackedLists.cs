using Kitbag.Json;

namespace Kitbag.Codecs
{
    /// <summary>
    /// Tracked collections in JSON: as other collections, but with an object around them where they have an id or have to tell their type.
    /// </summary>
    internal static class JsonTrackedLists
    {
        /// <summary>Writes a collection.</summary>
        /// <param name="w">The writer.</param>
        /// <param name="codec">The codec of the collection itself.</param>
        /// <param name="value">The collection.</param>
        /// <param name="number">Its number among the tracked objects of the text.</param>
        public static void Write<T>(ref JsonWriter w, Codec<T> codec, T value, int number)
        {
            JsonGraphWriter graph = JsonGraphWriter.Of(ref w);
            if (w.TakeType() is { } type)
            {
                w.TypeNext(type);
                graph.Begin(ref w, number);
                w.WriteName(JsonForm.Case.For(w.Options).All[1]);
                codec.WriteJson(ref w, value);
                graph.End(ref w);
                return;
            }
            graph.BeginList(ref w, number);
            codec.WriteJson(ref w, value);
            graph.EndList(ref w, number, codec.IsJsonMap);
        }

        /// <summary>Reads a collection that is wrapped in an object.</summary>
        /// <param name="r">The reader, within the object.</param>
        /// <param name="codec">The codec of the collection itself.</param>
        /// <param name="value">The existing collection.</param>
        /// <param name="isInside">Whether a part of the object was already read, so that a comma follows.</param>
        public static void Read<T>(ref JsonReader r, Codec<T> codec, T value, bool isInside)
        {
            bool isThere = false;
            var members = new JsonMemberReader(JsonForm.Case.For(r.Options), r.Options.Duplicates == KitbagJsonDuplicates.Refuse, isInside);
            while (members.Next(ref r))
            {
                codec.ReadJsonInto(ref r, value);
                isThere = true;
            }
            if (!isThere)
                throw r.Error(KitbagErrorReason.SchemaMismatch, "The collection lacks its member \"$values\".");
        }
    }
}
