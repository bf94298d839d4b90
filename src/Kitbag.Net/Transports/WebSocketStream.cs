using System;
using System.IO;
using System.Net.WebSockets;
using System.Threading;
using System.Threading.Tasks;

namespace Kitbag.Net.Transports
{
    /// <summary>
    /// Represents the bytes of a WebSocket's binary messages as one stream. The boundaries of messages have no meaning, because frames have
    /// lengths.
    /// </summary>
    internal sealed class WebSocketStream : Stream
    {
        private readonly WebSocket _socket;

        public WebSocketStream(WebSocket socket) => _socket = socket;

        public override bool CanRead => true;

        public override bool CanSeek => false;

        public override bool CanWrite => true;

        public override long Length => throw new NotSupportedException();

        public override long Position
        {
            get => throw new NotSupportedException();
            set => throw new NotSupportedException();
        }

        public override async ValueTask<int> ReadAsync(Memory<byte> buffer, CancellationToken cancellationToken = default)
        {
            while (true)
            {
                ValueWebSocketReceiveResult result = await _socket.ReceiveAsync(buffer, cancellationToken).ConfigureAwait(false);
                if (result.MessageType == WebSocketMessageType.Close)
                    return 0;
                if (result.MessageType == WebSocketMessageType.Text)
                    throw new KitbagSessionException(KitbagCloseReason.Protocol,
                        "The peer has sent a text message, but only binary messages are supported.");
                // An empty message is not the end of the stream.
                if (result.Count != 0 || buffer.Length == 0)
                    return result.Count;
            }
        }

        public override ValueTask WriteAsync(ReadOnlyMemory<byte> buffer, CancellationToken cancellationToken = default) =>
            _socket.SendAsync(buffer, WebSocketMessageType.Binary, endOfMessage: true, cancellationToken);

        public override void Flush()
        {
        }

        public override Task FlushAsync(CancellationToken cancellationToken) => Task.CompletedTask;

        /// <summary>Sends the close frame of the WebSocket, unless it has already been sent.</summary>
        public Task CloseOutputAsync() => _socket.State is WebSocketState.Open or WebSocketState.CloseReceived
            ? _socket.CloseOutputAsync(WebSocketCloseStatus.NormalClosure, null, CancellationToken.None)
            : Task.CompletedTask;

        public override ValueTask DisposeAsync()
        {
            _socket.Dispose();
            return default;
        }

        public override int Read(byte[] buffer, int offset, int count) => throw new NotSupportedException();

        public override long Seek(long offset, SeekOrigin origin) => throw new NotSupportedException();

        public override void SetLength(long value) => throw new NotSupportedException();

        public override void Write(byte[] buffer, int offset, int count) => throw new NotSupportedException();
    }
}
