using System.Collections.Generic;
using System.ComponentModel;
using Kitbag.Json;

namespace Kitbag.Codecs
{
    /// <summary>
    /// Reads and writes extension data: JSON properties that are not members of a type, in a member of that type. Used by generated code.
    /// </summary>
    [EditorBrowsable(EditorBrowsableState.Never)]
    public static class JsonExtensionData
    {
        /// <summary>Writes the entries as members of the object that is being written.</summary>
        /// <typeparam name="T">The type of the values.</typeparam>
        /// <param name="w">The writer, within the object.</param>
        /// <param name="names">The names of the type's own members.</param>
        /// <param name="data">The entries, or null.</param>
        /// <param name="values">The codec of the values.</param>
        /// <exception cref="KitbagException">An entry has the name of a member of the type, as which it would be read.</exception>
        public static void Write<T>(ref JsonWriter w, JsonName[] names, IDictionary<string, T>? data, Codec<T> values)
        {
            if (data == null)
                return;
            if (JsonName.AreProbes(names))
            {
                w.HasFoundNonDefault = true;
                return;
            }
            foreach (KeyValuePair<string, T> entry in data)
            {
                WriteName(ref w, names, entry.Key ?? throw Entries.NullKeyOf(data));
                values.WriteJson(ref w, entry.Value);
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
            "The member with [JsonExtensionData] holds an entry '" + name + "', " + why + ", so it could not be read back.");

        /// <summary>Reads members that the type does not have, and adds them to the extension data.</summary>
        /// <typeparam name="T">The type of the values.</typeparam>
        /// <param name="r">The reader, behind the object; its position does not change.</param>
        /// <param name="members">The positions of the members.</param>
        /// <param name="data">The extension data.</param>
        /// <param name="values">The codec of the values.</param>
        /// <exception cref="KitbagException">
        /// A name occurs twice, and the options reject that; or there is no collection to add them to.
        /// </exception>
        public static void Read<T>(ref JsonReader r, JsonUnknownMembers members, IDictionary<string, T>? data, Codec<T> values)
        {
            if (data == null)
                throw new KitbagException(KitbagErrorReason.NotSupported, "The member with [JsonExtensionData] has no setter and the "
                    + "constructor leaves it null, so unknown members cannot be stored: give it a setter, or let the constructor create "
                    + "it.", r.Position);
            HashSet<string>? seen = r.Options.Duplicates == KitbagJsonDuplicates.Refuse ? new HashSet<string>() : null;
            int here = r.Position, depth = r.Depth;
            foreach (int start in members.Starts)
            {
                r.MoveTo(start, depth + 1);
                string name = r.ReadMemberName();
                if (seen != null && !seen.Add(name))
                    throw r.StandsTwice(name);
                data[name] = values.ReadJson(ref r);
            }
            r.MoveTo(here, depth);
        }
    }
}
