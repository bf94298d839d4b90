using System.Runtime.CompilerServices;
using Kitbag.Buffers;

namespace Kitbag.Wire
{
    // Reads documents that are only partially in memory.
    public ref partial struct WireReader
    {
        /// <summary>Initializes a reader that loads parts of a document when it reaches them. Rows are not read as codecs read
        /// them.</summary>
        /// <param name="parts">The document.</param>
        /// <param name="limits">The limits.</param>
        /// <param name="position">The start position.</param>
        internal WireReader(IPartialBytes parts, KitbagLimits limits, int position)
            : this(default, limits, limits.AllocationFor(parts.Length))
        {
            _parts = parts;
            MoveTo(position);
        }

        /// <summary>The bytes of the whole document, whether they are in memory or not.</summary>
        internal readonly int Length => _parts == null ? _data.Length : _parts.Length;

        internal void MoveTo(int position)
        {
            _position = position;
            if (_parts != null)
                Load(0);
        }

        // Skipped bytes are not loaded.
        [MethodImpl(MethodImplOptions.NoInlining)]
        private void SkipFar(long count)
        {
            if ((ulong)count > (ulong)(Length - _position))
                ThrowTruncated(count);
            MoveTo(_position + (int)count);
        }

        [MethodImpl(MethodImplOptions.NoInlining)]
        private void Load(int wanted)
        {
            if ((uint)wanted > (uint)(Length - _position))
                ThrowTruncated(wanted);
            _data = _parts!.Load(_position, wanted);
            _rowEnd = _data.Length;
        }
    }
}
