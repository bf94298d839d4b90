using System;
using System.Collections.Generic;
using System.Globalization;
using Kitbag.Wire;

namespace Kitbag.Layout
{
    /// <summary>A column of objects of one tracked type.</summary>
    internal readonly struct GraphSegment
    {
        public GraphSegment(int type, int count, int start, int length)
        {
            Type = type;
            Count = count;
            Start = start;
            Length = length;
        }

        /// <summary>The number of their type among the tracked types of the schema.</summary>
        public int Type { get; }

        /// <summary>The number of objects, at least one.</summary>
        public int Count { get; }

        /// <summary>The start of their column in the body.</summary>
        public int Start { get; }

        /// <summary>The length of the column in bytes.</summary>
        public int Length { get; }
    }

    /// <summary>
    /// The directory at the end of a body whose schema has tracked types. It contains the length of the root; for each segment of objects,
    /// in the order in which they follow the root, the number of its type, the number of its objects and its length; and finally the length
    /// of the directory itself, as a varint with its bytes in reverse order, so that it can be read from the end.
    /// </summary>
    internal static class GraphDirectory
    {
        private const int MostLengthBytes = 5;

        /// <summary>Writes a directory.</summary>
        /// <param name="w">The writer.</param>
        /// <param name="root">The length of the root in bytes.</param>
        /// <param name="segments">The segments; their start positions are not written.</param>
        public static void Write(ref WireWriter w, long root, List<GraphSegment> segments)
        {
            long start = w.Length;
            w.WriteVarint((ulong)root);
            foreach (GraphSegment segment in segments)
            {
                w.WriteVarint((ulong)segment.Type);
                w.WriteVarint((ulong)segment.Count);
                w.WriteVarint((ulong)segment.Length);
            }
            ulong length = (ulong)(w.Length - start);
            Span<byte> reversed = stackalloc byte[MostLengthBytes * 2];
            int at = reversed.Length;
            for (; length >= 0x80; length >>= 7)
                reversed[--at] = (byte)(length | 0x80);
            // The last byte of the document is the first byte of the number; all bytes except the last one have the continuation bit.
            reversed[--at] = (byte)length;
            w.WriteBytes(reversed.Slice(at));
        }

        /// <summary>Reads the directory of a body.</summary>
        /// <param name="r">The reader, whose position does not change.</param>
        /// <param name="types">The number of tracked types in the schema.</param>
        /// <param name="segments">The segments.</param>
        /// <returns>The length of the root in bytes.</returns>
        /// <exception cref="KitbagException">The body does not end with a valid directory.</exception>
        public static int Read(ref WireReader r, int types, out GraphSegment[] segments)
        {
            int before = r.Position, end = r.Length;
            r.MoveTo(Math.Max(before, end - MostLengthBytes));
            int directory = FindStart(ref r, before, ref end);
            r.MoveTo(directory);
            long at = before + (long)ReadNumber(ref r, end, directory - before, "The length of the root");
            int root = (int)(at - before);
            // A segment takes at least three bytes.
            int most = (end - r.Position) / 3;
            r.Charge(most * 16L);
            segments = new GraphSegment[most];
            int found = 0;
            while (r.Position < end)
            {
                int type = (int)ReadNumber(ref r, end, types - 1, "The number of a tracked type");
                int count = (int)ReadNumber(ref r, end, int.MaxValue, "The number of objects of a segment");
                int length = (int)ReadNumber(ref r, end, directory - at, "The length of a segment of objects");
                if (count == 0 || length == 0)
                    throw r.Error(KitbagErrorReason.Malformed, "A segment of objects has " + Text(count) + " objects in " + Text(length)
                        + " bytes; expected at least one of each.");
                segments[found++] = new GraphSegment(type, count, (int)at, length);
                at += length;
            }
            if (at != directory)
                throw r.Error(KitbagErrorReason.Malformed, "The root and the segments of objects take " + Text(at - before)
                    + " bytes according to the directory; expected the " + Text(directory - before) + " before it.");
            r.MoveTo(before);
            Array.Resize(ref segments, found);
            return root;
        }

        /// <summary>Checks that a part ends at the position in the directory.</summary>
        public static void CheckEnd(ref WireReader r, int end, string what)
        {
            if (r.Position != end)
                throw r.Error(KitbagErrorReason.Malformed, what + " ends here; according to the directory it ends at " + Text(end) + ".");
        }

        /// <summary>Adds the object to the path of an error: <c>#Node[17]</c> is the object 17 of the tracked type <c>Node</c>.</summary>
        /// <param name="e">The error.</param>
        /// <param name="start">The index of the first object of its segment.</param>
        /// <param name="type">The name of the type.</param>
        public static void Locate(KitbagException e, int start, string type)
        {
            if (e.PendingIndex >= 0)
                e.InElement(start + e.PendingIndex, -1);
            e.InMember("#" + KitbagException.Cut(type));
        }

        /// <summary>The exception for a reference to an object that the document does not have.</summary>
        /// <param name="offset">The offset of the reference, or -1.</param>
        /// <param name="prefix">The reference: 1 + the index of the object, or 0 where null is not possible.</param>
        /// <param name="count">The number of objects of the type.</param>
        /// <param name="type">The name of the type.</param>
        public static KitbagException NoSuchObject(int offset, uint prefix, int count, string type) => new KitbagException(
            KitbagErrorReason.Malformed,
            "Found a reference to object " + (prefix == 0 ? "null" : Text(prefix - 1L)) + " of the " + Text(count)
                + " that the document has of '" + KitbagException.Cut(type) + "'.", offset);

        /// <summary>The length of a segment that was written.</summary>
        /// <exception cref="KitbagException">It exceeds the maximum length of a document.</exception>
        public static int LengthOf(long bytes) => bytes <= int.MaxValue
            ? (int)bytes
            : throw new KitbagException(KitbagErrorReason.LimitExceeded, "The objects of one type that are written together take "
                + Text(bytes) + " bytes; expected less than 2 GiB, the maximum length of a document. Write several documents.");

        // The start of the directory, and the end of its entries.
        private static int FindStart(ref WireReader r, int start, ref int end)
        {
            ulong length = 0;
            int at = end, shift = 0;
            while (true)
            {
                if (at == start || shift > 7 * (MostLengthBytes - 1))
                    throw Bad(ref r, at, "The document ends without the directory of its objects.");
                byte next = r.Data[--at];
                length |= (ulong)(next & 0x7F) << shift;
                shift += 7;
                if (next < 0x80)
                    break;
            }
            end = at;
            if (length == 0 || length > (ulong)(at - start))
                throw Bad(ref r, at, "The directory of objects has " + length.ToString(CultureInfo.InvariantCulture)
                    + " bytes; expected 1 to " + Text(at - start) + ".");
            return at - (int)length;
        }

        private static ulong ReadNumber(ref WireReader r, int end, long most, string what)
        {
            ulong value = r.ReadVarint();
            if (r.Position > end)
                throw r.Error(KitbagErrorReason.Malformed, "The directory of objects ends within an entry.");
            if (value > (ulong)Math.Max(most, 0))
                throw r.Error(KitbagErrorReason.Malformed, what + ": found " + value.ToString(CultureInfo.InvariantCulture)
                    + ", expected at most " + Text(most) + ".");
            return value;
        }

        private static KitbagException Bad(ref WireReader r, int at, string message)
        {
            r.MoveTo(at);
            return r.Error(KitbagErrorReason.Malformed, message);
        }

        private static string Text(long number) => number.ToString(CultureInfo.InvariantCulture);
    }
}
