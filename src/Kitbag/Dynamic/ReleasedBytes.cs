using System;
using System.Buffers;

namespace Kitbag.Dynamic
{
    /// <summary>The memory of a document that was disposed.</summary>
    internal sealed class ReleasedBytes : MemoryManager<byte>
    {
        private readonly int _length;

        public ReleasedBytes(int length) => _length = length;

        public override Memory<byte> Memory => CreateMemory(_length);

        public override Span<byte> GetSpan() => throw new ObjectDisposedException(nameof(KitbagDocument));

        public override MemoryHandle Pin(int elementIndex = 0) => throw new ObjectDisposedException(nameof(KitbagDocument));

        public override void Unpin()
        {
        }

        protected override void Dispose(bool disposing)
        {
        }
    }
}
