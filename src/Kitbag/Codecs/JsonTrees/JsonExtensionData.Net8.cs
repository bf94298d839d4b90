using System.Collections.Generic;
using System.ComponentModel;
using System.Text.Json;
using System.Text.Json.Nodes;
using Kitbag.Json;

namespace Kitbag.Codecs
{
    /// <summary>What JSON has besides the members of a type, in a member of that type. For generated code.</summary>
    [EditorBrowsable(EditorBrowsableState.Never)]
    public static class JsonExtensionData
    {
        /// <summary>Writes the entries as members of the object that is being written.</summary>
        /// <param name="w">Where to; within the object.</param>
        /// <param name="names">The names of the type's own members.</param>
        /// <param name="data">The entries, or null.</param>
        /// <exception cref="KitbagException">An entry has the name of a member of the type, which would be read instead of it.</exception>
        public static void Write(ref JsonWriter w, JsonName[] names, IDictionary<string, JsonElement>? data)
        {
            if (data == null)
                return;
            foreach (KeyValuePair<string, JsonElement> entry in data)
            {
                WriteName(ref w, names, entry.Key);
                JsonElementCodec.Instance.WriteJson(ref w, entry.Value);
            }
        }

        /// <inheritdoc cref="Write(ref JsonWriter, JsonName[], IDictionary{string, JsonElement}?)"/>
        public static void Write(ref JsonWriter w, JsonName[] names, JsonObject? data)
        {
            if (data == null)
                return;
            foreach (KeyValuePair<string, JsonNode?> entry in data)
            {
                WriteName(ref w, names, entry.Key);
                JsonNodeCodec.Instance.WriteJson(ref w, entry.Value!);
            }
        }

        private static void WriteName(ref JsonWriter w, JsonName[] names, string name)
        {
            foreach (JsonName own in names)
            {
                if (own.Text == name)
                    throw Clash(name, "which a member of the type has");
            }
            if (name == "$type")
                throw Clash(name, "which tells the type of an object");
            if (w.Identities != null && name is ("$id" or "$ref" or "$objects"))
                throw Clash(name, "which tells the identity of an object");
            int start = w.BeginKey();
            w.WriteString(name);
            w.EndKey(start);
        }

        private static KitbagException Clash(string name, string why) => new KitbagException(KitbagErrorReason.NotSupported,
            "The member with [JsonExtensionData] holds an entry '" + name + "', " + why + ", so that it would not come back.");

        /// <summary>Reads members that the type does not have.</summary>
        /// <param name="r">Where from; behind the object. It stays there.</param>
        /// <param name="members">Where they stand.</param>
        /// <param name="current">What holds them; null for a new one.</param>
        /// <returns>What holds them.</returns>
        /// <exception cref="KitbagException">A name occurs twice, and the options refuse that.</exception>
        public static Dictionary<string, JsonElement>? Read(ref JsonReader r, JsonUnknownMembers members,
            Dictionary<string, JsonElement>? current) =>
            (Dictionary<string, JsonElement>?)Read(ref r, members, (IDictionary<string, JsonElement>?)current);

        /// <inheritdoc cref="Read(ref JsonReader, JsonUnknownMembers, Dictionary{string, JsonElement}?)"/>
        public static IDictionary<string, JsonElement>? Read(ref JsonReader r, JsonUnknownMembers members,
            IDictionary<string, JsonElement>? current)
        {
            HashSet<string>? seen = Seen(r.Options);
            int here = r.Position, depth = r.Depth;
            foreach (int start in members.Starts)
            {
                current ??= new Dictionary<string, JsonElement>();
                r.MoveTo(start, depth + 1);
                string name = ReadName(ref r, seen);
                current[name] = JsonElementCodec.Instance.ReadJson(ref r);
            }
            r.MoveTo(here, depth);
            return current;
        }

        /// <inheritdoc cref="Read(ref JsonReader, JsonUnknownMembers, Dictionary{string, JsonElement}?)"/>
        public static JsonObject? Read(ref JsonReader r, JsonUnknownMembers members, JsonObject? current)
        {
            HashSet<string>? seen = Seen(r.Options);
            int here = r.Position, depth = r.Depth;
            foreach (int start in members.Starts)
            {
                current ??= new JsonObject();
                r.MoveTo(start, depth + 1);
                string name = ReadName(ref r, seen);
                current[name] = JsonNodeCodec.Instance.ReadJson(ref r);
            }
            r.MoveTo(here, depth);
            return current;
        }

        private static HashSet<string>? Seen(KitbagJsonOptions options) =>
            options.Duplicates == KitbagJsonDuplicates.Refuse ? new HashSet<string>() : null;

        private static string ReadName(ref JsonReader r, HashSet<string>? seen)
        {
            string name = r.ReadMemberName();
            if (seen != null && !seen.Add(name))
                throw r.StandsTwice(name);
            return name;
        }
    }
}
