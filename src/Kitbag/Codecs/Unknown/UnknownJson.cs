using System;
using System.Collections.Generic;
using System.ComponentModel;
using System.Text;
using Kitbag.Buffers;
using Kitbag.Json;
using Kitbag.Schema;

namespace Kitbag.Codecs
{
    /// <summary>
    /// Writes unknown members of an object to JSON like other members, and keeps those of a JSON text as text. For generated code.
    /// </summary>
    [EditorBrowsable(EditorBrowsableState.Never)]
    public static class UnknownJson
    {
        // The class of an object, if the program does not have it.
        private const string CaseMember = "$case";

        private static readonly KitbagJsonOptions s_kept =
            new KitbagJsonOptions { MaxDepth = 1000, AllowComments = true, AllowTrailingCommas = true };

        /// <summary>Reads the text of a member as an object that has only this member.</summary>
        internal static JsonReader Reader(string member, string text, JsonGraphReader? graph, KitbagUnknownCases unknownCases)
        {
            KeptShape.IsJson(member, out char conventions, out string name);
            var w = new JsonWriter(s_kept);
            try
            {
                w.BeginObject();
                WriteText(ref w, new JsonName(name), text);
                w.EndObject();
                return new JsonReader(w.Written.ToArray(), KeptConventions.OptionsFor(conventions, unknownCases), graph);
            }
            finally
            {
                w.Dispose();
            }
        }

        /// <summary>Writes unknown members after those of the type.</summary>
        /// <param name="w">The writer, within the object.</param>
        /// <param name="names">The names of the type's own members.</param>
        /// <param name="unknown">The unknown members.</param>
        public static void Write(ref JsonWriter w, JsonName[] names, KitbagUnknown unknown) => Write(ref w, names, unknown, true);

        // Of a stand-in, the class for which it stands is written, too.
        internal static void Write(ref JsonWriter w, JsonName[] names, KitbagUnknown unknown, bool mayStandIn)
        {
            if (unknown.Block is not { } block || JsonName.AreQuestions(names))
                return;
            if (JsonName.AreProbes(names))
            {
                w.HasFoundNonDefault = true;
                return;
            }
            KeptShape shape = block.Shape;
            if (mayStandIn && shape.CaseName.Length != 0)
            {
                int start = w.BeginKey();
                w.WriteString(CaseMember);
                w.EndKey(start);
                w.WriteString(shape.CaseName);
            }
            JsonName[] own = shape.JsonNamesFor(w.Options);
            for (int i = 0; i < own.Length; i++)
            {
                // Members that the type has now are newer. Type discriminators and ids are not members.
                if (own[i].Text.StartsWith('$') || Array.Exists(names, name => name.Text == own[i].Text))
                    continue;
                if (block.Targets is { } targets && SchemaForms.HoldsReferences(shape.Type.MemberArray[i].Type))
                {
                    if (targets.Misses(shape.Type.MemberArray[i].Type))
                        continue;
                    // The program's own types may have no references.
                    w.Identities ??= new JsonGraphWriter();
                }
                object? value = block.ValueOf(unknown.Index, i);
                if (KeptShape.IsJson(shape.Type.MemberArray[i].Name, out _, out _))
                    WriteText(ref w, own[i], value as string);
                else
                    shape.CodecOf(i).WriteMember(ref w, own[i], value);
            }
        }

        private static void WriteText(ref JsonWriter w, JsonName name, string? text)
        {
            int start = w.BeginKey();
            w.WriteString(name.Text);
            w.EndKey(start);
            var r = new JsonReader(StrictUtf8.Encoding.GetBytes(text ?? "null"), s_kept);
            try
            {
                r.CopyTo(ref w);
            }
            finally
            {
                r.Dispose();
            }
        }

        /// <summary>Reads members that the type does not have.</summary>
        /// <param name="r">The reader, after the object, where it remains.</param>
        /// <param name="members">The places of the members.</param>
        /// <param name="before">The unknown members that the populated object has; members of the same name are replaced.</param>
        /// <exception cref="KitbagException">A name occurs twice, and the options refuse that.</exception>
        public static KitbagUnknown Read(ref JsonReader r, JsonUnknownMembers members, KitbagUnknown before)
        {
            string? caseName = null;
            var texts = new Dictionary<string, string>(StringComparer.Ordinal);
            int here = r.Position, depth = r.Depth;
            foreach (int start in members.Starts)
            {
                r.MoveTo(start, depth + 1);
                string name = r.ReadMemberName();
                if (texts.ContainsKey(name) && r.Options.Duplicates == KitbagJsonDuplicates.Refuse)
                    throw r.StandsTwice(name);
                // Ids have no meaning outside of their text.
                if (name == CaseMember && r.Peek() == '"')
                {
                    caseName = r.ReadString();
                    continue;
                }
                ReadOnlySpan<byte> text = r.ReadRaw();
                if (r.Graph == null && name is "$ref" or "$values" && r.Peek() == '}')
                    throw r.NotTracked(start);
                if (name.StartsWith('$') || !r.CanKeep(text))
                {
                    r.NoteLost(start);
                    continue;
                }
                texts[name] = StrictUtf8.Encoding.GetString(Compact(text));
            }
            r.MoveTo(here, depth);
            return texts.Count == 0 && caseName is null or "" ? before
                : Add(texts, KeptConventions.Of(r.Options), before, caseName ?? before.Block?.Shape.CaseName ?? "");
        }

        private static byte[] Compact(ReadOnlySpan<byte> text)
        {
            var w = new JsonWriter(s_kept);
            var r = new JsonReader(text, s_kept);
            try
            {
                r.CopyTo(ref w);
                return w.Written.ToArray();
            }
            finally
            {
                r.Dispose();
                w.Dispose();
            }
        }

        private static KitbagUnknown Add(Dictionary<string, string> texts, char conventions, KitbagUnknown before,
            string caseName)
        {
            var names = new List<string>(texts.Keys);
            names.Sort(StringComparer.Ordinal);
            var members = new List<SchemaMember>();
            var values = new List<object?>();
            foreach (string name in names)
            {
                members.Add(new SchemaMember(KeptShape.NameOfJson(name, conventions), SchemaType.BuiltIn(SchemaKind.String)));
                values.Add(texts[name]);
            }
            KeptShape fresh = KeptShape.Of(members.ToArray(), caseName);
            var value = new StructValue(new MemberValues(values.ToArray()), values.Count);
            var unknown = new KitbagUnknown(KeptBlock.Of(fresh, new object?[] { value }), 0);
            return before.Block == null ? unknown : new KitbagUnknown(KeptMerge.Of(new[] { unknown }, new[] { before }), 0);
        }
    }
}
