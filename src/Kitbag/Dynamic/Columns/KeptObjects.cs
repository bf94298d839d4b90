using System;
using System.Collections.Generic;
using Kitbag.Codecs;
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
        private readonly KitbagUnknown[] _values;
        private readonly Dictionary<KeptBlock, Column> _columns = new Dictionary<KeptBlock, Column>();

        /// <summary>Reads a column of bytes.</summary>
        /// <exception cref="KitbagException">It is damaged: nothing of it is shown then.</exception>
        public KeptObjects(Column stored)
        {
            _body = stored.Body;
            var prefixes = new uint[stored.Count];
            int total = 0;
            for (int i = 0; i < prefixes.Length; i++)
            {
                Elements elements = stored.ElementsAt(i);
                prefixes[i] = elements.Parts == null ? 0 : (uint)elements.Count + 1;
                total = checked(total + elements.Count);
            }
            _body.Charge(total + 24L * prefixes.Length);
            var bytes = new byte[total];
            for (int i = 0, at = 0; i < prefixes.Length; i++)
            {
                Elements elements = stored.ElementsAt(i);
                for (int k = 0; k < elements.Count; k++)
                    bytes[at++] = (byte)elements.Parts!.Elements.BitsAt(elements.Start + k).Low;
            }
            // A program without classes that keep unknown members has no codec that would set it.
            KeptShape.Maker ??= UnknownCodec.CodecsOf;
            WireReader r = _body.Read(0);
            try
            {
                _values = UnknownCodec.FindAll(ref r, prefixes, bytes);
            }
            catch (KitbagException e)
            {
                e.MoveTo(-1);
                throw;
            }
            finally
            {
                r.Dispose();
            }
        }

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
                // The block has been validated, so nothing in it can fail with an offset that is not one of the document.
                var body = new Body(block.Memory, block.Shape.Type, _body.Limits, null)
                {
                    Compared = _body.Compared,
                    IsOfBlock = true,
                    Outer = block.Targets is { } targets ? (_body, targets) : null,
                };
                _columns.Add(block, column = Column.Open(body, block.Shape.Type, 0, block.Count));
            }
            return column;
        }
    }
}
