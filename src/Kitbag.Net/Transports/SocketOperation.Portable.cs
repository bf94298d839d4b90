using System;
using System.Net.Sockets;

namespace Kitbag.Net.Transports
{
    internal sealed partial class SocketOperation : SocketAsyncEventArgs
    {
        public SocketOperation(Socket socket, Action completed)
        {
            _socket = socket;
            _completed = completed;
        }
    }
}
