using System;
using System.Net.Sockets;
using System.Runtime.InteropServices;

namespace Kitbag.Net.Transports
{
    /// <summary>
    /// One direction of a socket, with the system's record of it, which is kept: an operation allocates nothing. Works with arrays, because
    /// Unity's Mono returns zeros where it receives into other memory.
    /// </summary>
    internal sealed partial class SocketOperation
    {
        private readonly Socket _socket;
        private readonly Action _completed;

        /// <summary>Bytes that the last operation moved.</summary>
        public int Moved => BytesTransferred;

        /// <summary>Begins to receive; answers whether that is done already.</summary>
        public bool TryReceive(ArraySegment<byte> memory)
        {
            SetBuffer(memory.Array, memory.Offset, memory.Count);
            return !_socket.ReceiveAsync(this);
        }

        /// <summary>Begins to send; answers whether that is done already.</summary>
        public bool TrySend(ReadOnlyMemory<byte> memory)
        {
            if (MemoryMarshal.TryGetArray(memory, out ArraySegment<byte> array))
                SetBuffer(array.Array, array.Offset, array.Count);
            else
                SetBuffer(MemoryMarshal.AsMemory(memory));
            return !_socket.SendAsync(this);
        }

        /// <summary>The failure of the last operation, or null.</summary>
        public SocketException? Error() => SocketError == SocketError.Success ? null : new SocketException((int)SocketError);

        protected override void OnCompleted(SocketAsyncEventArgs e) => _completed();
    }
}
