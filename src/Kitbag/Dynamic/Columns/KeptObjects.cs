using System;
using System.Collections.Generic;
using Kitbag.Codecs;
using Kitbag.Layout;
using Kitbag.Schema;
using Kitbag.Wire;

namespace Kitbag.Dynamic
{
    /// <summary>
    /// Represents the members that the program which wrote the objects did not know: a column of bytes, presented as objects with those
    /// members.
    /// </summary>
    internal sealed class KeptObjects
    {
        private readonly Body _body;
        // The members of a block that is nested in another one refer to objects of the document, too.
        private readonly Body _document;
        private readonly int _offset;
        private readonly KitbagUnknown[] _values;
        private readonly Dictionary<KeptBlock, Column> _columns = new Dictionary<KeptBlock, Column>();

        /// <summary>Reads a column of bytes.</summary>
        /// <exception cref="KitbagException">It is damaged: nothing of it is shown then.</exception>
        public KeptObjects(Column stored)
        {
            _body = stored.Body;
            _document = _body.Document ?? _body;
            _offset = stored.Offset;
            var prefixes = new uint[stored.Count];
            int total = 0;
            for (int i = 0; i < prefixes.Length; i++)
            {
                Elements elements = stored.ElementsAt(i);
                prefixes[i] = elements.Parts == null ? 0 : (uint)elements.Count + 1;
                total = checked(total + elements.Count);
            }
            _body.Memory.Charge(total + 24L * prefixes.Length);
            var bytes = new byte[total];
            for (int i = 0, at = 0; i < prefixes.Length; i++)
            {
                Elements elements = stored.ElementsAt(i);
                for (int k = 0; k < elements.Count; k++)
                    bytes[at++] = (byte)elements.Parts!.Elements.BitsAt(elements.Start + k).Low;
            }
            WireReader r = _body.Read(0);
            try
            {
                _values = Find(ref r, prefixes, bytes, _document);
            }
            catch (KitbagException e)
            {
                e.MoveTo(stored.Offset);
                throw;
            }
            finally
            {
                r.Dispose();
            }
        }

        /// <summary>Returns the unknown members of one of the column's objects.</summary>
        public KitbagUnknown ValueAt(int place) => _values[place];

        /// <summary>The object with the unknown members of one of the column's.</summary>
        /// <param name="place">Which.</param>
        /// <param name="index">Its place in the column that is returned.</param>
        /// <returns>Null where there are none.</returns>
        public Column? Find(int place, out int index)
        {
            KitbagUnknown value = _values[place];
            index = value.Index;
            if (value.Block is not { } block)
                return null;
            if (!_columns.TryGetValue(block, out Column? column))
            {
                var body = new Body(block.Memory, block.Shape.Type, _body.Limits, null)
                {
                    Compared = _body.Compared,
                    Document = _document,
                    Origin = _offset,
                    Targets = block.Targets,
                };
                _columns.Add(block, column = Column.Open(body, block.Shape.Type, 0, block.Count));
            }
            return column;
        }

        /// <summary>Reads the members of all objects and checks that they refer only to objects that the document has.</summary>
        /// <param name="r">A reader.</param>
        /// <param name="prefixes">The length prefixes of their bytes.</param>
        /// <param name="bytes">The bytes of all objects.</param>
        /// <param name="document">The body of the document.</param>
        /// <exception cref="KitbagException">The members are damaged, or an object is missing.</exception>
        public static KitbagUnknown[] Find(ref WireReader r, uint[] prefixes, byte[] bytes, Body document)
        {
            // A program without classes that keep unknown members has no codec that would set it.
            KeptShape.Maker ??= UnknownCodec.CodecsOf;
            KitbagUnknown[] values = UnknownCodec.FindAll(ref r, prefixes, bytes);
            foreach (KitbagUnknown value in values)
            {
                if (value.Block is { } block && value.Index == 0)
                    CheckTargets(block, document.Objects);
            }
            return values;
        }

        private static void CheckTargets(KeptBlock block, IReadOnlyList<TrackedColumns> objects)
        {
            foreach ((uint type, uint[] prefixes) in block.Targets?.Stored ?? Array.Empty<(uint, uint[])>())
            {
                if (type == 0)
                    continue;
                if (type > (uint)objects.Count)
                    throw KeptBlock.Unreadable(new KitbagException(KitbagErrorReason.Malformed,
                        "Found a reference to a tracked type that the document does not have."), -1);
                foreach (uint prefix in prefixes)
                {
                    int count = objects[(int)type - 1].Count;
                    if (prefix > (uint)count)
                        throw KeptBlock.Unreadable(GraphDirectory.NoSuchObject(-1, prefix, count, objects[(int)type - 1].Type.Name), -1);
                }
            }
        }
    }
}
