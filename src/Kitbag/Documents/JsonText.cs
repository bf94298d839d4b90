using System;
using System.Buffers;
using System.Collections.Generic;
using System.Globalization;
using System.Text;
using Kitbag.Buffers;
using Kitbag.Codecs;
using Kitbag.Json;
using Kitbag.Schema;

namespace Kitbag.Documents
{
    /// <summary>Writes and reads whole texts.</summary>
    internal static class JsonText
    {
        public static void Write<T>(ref JsonWriter w, Codec<T> codec, T value)
        {
            if (!codec.IsTree)
                w.Identities = new JsonGraphWriter();
            try
            {
                codec.WriteJson(ref w, value);
                w.Complete();
            }
            catch (KitbagException e)
            {
                throw Locate(e, w.Written, codec, false);
            }
        }

        /// <summary>Writes one of the values of a sequence that are written separately.</summary>
        /// <param name="w">A new writer.</param>
        /// <param name="codec">The codec of the value.</param>
        /// <param name="value">The value.</param>
        /// <param name="isArray">Whether the values are the elements of an array; otherwise each is followed by a line feed.</param>
        /// <param name="index">The index of the value.</param>
        public static void WriteElement<T>(ref JsonWriter w, Codec<T> codec, T value, bool isArray, long index)
        {
            if (!codec.IsTree)
                w.Identities = new JsonGraphWriter();
            if (isArray)
            {
                w.ContinueArray(isEmpty: index == 0);
                w.NextElement();
            }
            int start = w.Position;
            try
            {
                codec.WriteJson(ref w, value);
                w.CompleteElement();
                if (!isArray)
                    w.Put((byte)'\n');
            }
            catch (KitbagException e)
            {
                ReadOnlySpan<byte> text = w.Written.Slice(start);
                e.PlaceInText("$[" + index.ToString(CultureInfo.InvariantCulture) + "]" + JsonPlace.PathTo(text, text.Length), 0, 0);
                throw;
            }
        }

        public static T Read<T>(ReadOnlySpan<byte> utf8, Codec<T> codec, KitbagJsonOptions options, JsonFindings? findings = null) =>
            Read(utf8, codec, options, findings, isElement: false, out _, out _);

        /// <summary>Reads an element of a collection at the start of a text, where a byte order mark is an error.</summary>
        /// <param name="utf8">The text; what follows the element is not checked.</param>
        /// <param name="codec">The codec of the element.</param>
        /// <param name="options">The options.</param>
        /// <param name="length">The number of bytes up to the end of the element.</param>
        /// <param name="isLeftOut">Whether its type is unknown, so that it is left out of the collection.</param>
        public static T ReadElement<T>(ReadOnlySpan<byte> utf8, Codec<T> codec, KitbagJsonOptions options, out int length,
            out bool isLeftOut) => Read(utf8, codec, options, null, isElement: true, out length, out isLeftOut);

        private static T Read<T>(ReadOnlySpan<byte> utf8, Codec<T> codec, KitbagJsonOptions options, JsonFindings? findings,
            bool isElement, out int length, out bool isLeftOut)
        {
            JsonGraphReader? graph = GraphOf(codec);
            var r = new JsonReader(utf8, options, graph);
            if (findings != null)
                r.Note(findings);
            try
            {
                if (isElement)
                    r.MoveTo(0);
                T value = codec.ReadJson(ref r);
                length = r.Position;
                isLeftOut = r.IsLeftOut;
                if (!isElement)
                    r.ReadEnd();
                graph?.Finish(ref r, codec, value);
                return value;
            }
            catch (Exception e) when (e is not OutOfMemoryException)
            {
                throw Locate(e as KitbagException ?? Told(e, utf8, codec, options, r.Position), utf8, codec, true, r.Position);
            }
            finally
            {
                r.Dispose();
            }
        }

        /// <summary>Reads a value, and reports the members of the text that its type does not have.</summary>
        public static T ReadWithReport<T>(ReadOnlySpan<byte> utf8, Codec<T> codec, KitbagJsonOptions options, out KitbagReadReport report)
        {
            var findings = new JsonFindings();
            T value = Read(utf8, codec, options, findings);
            report = Report(utf8, codec, findings);
            return value;
        }

        /// <summary>Populates an object, and reports the members of the text that its type does not have.</summary>
        public static void ReadIntoWithReport<T>(ReadOnlySpan<byte> utf8, Codec<T> codec, T target, KitbagJsonOptions options,
            out KitbagReadReport report)
        {
            var findings = new JsonFindings();
            ReadInto(utf8, codec, target, options, findings);
            report = Report(utf8, codec, findings);
        }

        private static KitbagReadReport Report(ReadOnlySpan<byte> utf8, Codec codec, JsonFindings found)
        {
            var findings = new List<KitbagReadFinding>();
            foreach (JsonFindings.Member member in found.Of(utf8))
            {
                KitbagReadFindingKind kind = member.IsValue ? KitbagReadFindingKind.TypeUnknown : KitbagReadFindingKind.MemberLost;
                findings.Add(new KitbagReadFinding(kind, codec.Schema.RootName + member.Path, member.Name,
                    KitbagReadEffects.Loses, null, null, null, member.Count));
            }
            return new KitbagReadReport(null, false, findings);
        }

        public static void ReadInto<T>(ReadOnlySpan<byte> utf8, Codec<T> codec, T target, KitbagJsonOptions options,
            JsonFindings? findings = null)
        {
            JsonGraphReader? graph = null;
            // All errors in the text are detected before the target changes. In a graph, values refer to the target, so reading them twice
            // would create all objects twice: there, changes are undone instead.
            if (codec.IsTree)
                Read(utf8, codec, options, findings);
            else
                graph = new JsonGraphReader(codec) { Changes = new JsonChanges(target) };
            var r = new JsonReader(utf8, options, graph);
            if (findings != null && graph != null)
                r.Note(findings);
            try
            {
                codec.MigrateJsonInto(ref r, target);
                r.ReadEnd();
                graph?.Finish(ref r, codec, target);
            }
            catch (Exception e) when (e is not OutOfMemoryException)
            {
                graph?.Changes!.Undo();
                throw Locate(e as KitbagException ?? Told(e, utf8, codec, options, r.Position), utf8, codec, true, r.Position);
            }
            finally
            {
                r.Dispose();
            }
        }

        // If no type is tracked, no name specifies an identity.
        private static JsonGraphReader? GraphOf(Codec codec) => codec.IsTree ? null : new JsonGraphReader(codec);

        // Determines whether the program's own code threw the exception. That code is called during reading, so a second reading without it
        // has to decide.
        private static KitbagException Told(Exception e, ReadOnlySpan<byte> utf8, Codec codec, KitbagJsonOptions options, int position)
        {
            var r = new JsonReader(utf8, options);
            try
            {
                codec.CheckJson(ref r);
            }
            catch (KitbagException)
            {
            }
            catch (Exception defect) when (UserCodeError.Is(defect))
            {
                return UserCodeError.DefectOf(defect, r.Position);
            }
            finally
            {
                r.Dispose();
            }
            return UserCodeError.Of(e, position);
        }

        // A value that cannot be written has no offset, so its path is determined from the text before it.
        private static KitbagException Locate(KitbagException e, ReadOnlySpan<byte> text, Codec codec, bool isInput, int position = 0)
        {
            int line = 0, column = 0, offset = text.Length;
            if (isInput)
            {
                if (e.Offset < 0)
                    e.MoveTo(position);
                offset = (int)e.Offset;
                JsonPlace.LineAndColumn(text, offset, out line, out column);
            }
            e.PlaceInText(codec.Schema.RootName + JsonPlace.PathTo(text, offset), line, column);
            return e;
        }

        /// <summary>Encodes characters as UTF-8 in pooled memory, which the caller must return.</summary>
        public static byte[] Encode(ReadOnlySpan<char> text, out int length)
        {
            int most = text.Length < 1 << 20 ? text.Length * 3 : -1;
            byte[]? buffer = null;
            try
            {
                buffer = ArrayPool<byte>.Shared.Rent(most >= 0 ? most : StrictUtf8.Encoding.GetByteCount(text));
                length = StrictUtf8.Encoding.GetBytes(text, buffer);
                return buffer;
            }
            catch (EncoderFallbackException e)
            {
                if (buffer != null)
                    ArrayPool<byte>.Shared.Return(buffer);
                throw new KitbagException(KitbagErrorReason.Malformed,
                    "The text has half of a surrogate pair at character " + e.Index.ToString(CultureInfo.InvariantCulture)
                        + ", which is not a valid character.",
                    Encoding.UTF8.GetByteCount(text.Slice(0, Math.Max(e.Index, 0))));
            }
        }
    }
}
