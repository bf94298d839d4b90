using System;
using System.Net.Sockets;
using System.Runtime.InteropServices;

namespace Kitbag.Net.Transports
{
    /// <summary>
    /// Runs the operations of one direction of a socket, one at a time. The object is reused, so that operations allocate nothing. It
    /// receives into arrays, because <c>Socket.ReceiveAsync(Memory)</c> of Unity's Mono returns zeros.
    /// </summary>
    internal sealed partial class SocketOperation
    {
        private readonly Socket _socket;
        private readonly Action _completed;

        /// <summary>Gets the number of bytes that the last operation sent or received.</summary>
        public int Moved => BytesTransferred;

        /// <summary>Starts to receive. Returns whether the operation has completed synchronously.</summary>
        public bool TryReceive(ArraySegment<byte> memory)
        {
            SetBuffer(memory.Array, memory.Offset, memory.Count);
            return !_socket.ReceiveAsync(this);
        }

        /// <summary>Starts to send. Returns whether the operation has completed synchronously.</summary>
        public bool TrySend(ReadOnlyMemory<byte> memory)
        {
            if (MemoryMarshal.TryGetArray(memory, out ArraySegment<byte> array))
                SetBuffer(array.Array, array.Offset, array.Count);
            else
                SetBuffer(MemoryMarshal.AsMemory(memory));
            return !_socket.SendAsync(this);
        }

        /// <summary>Returns the error of the last operation, or null.</summary>
        public SocketException? Error() => SocketError == SocketError.Success ? null : new SocketException((int)SocketError);

        protected override void OnCompleted(SocketAsyncEventArgs e) => _completed();
    }
}
