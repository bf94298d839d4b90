using System;
using System.Threading;
using System.Threading.Tasks;

namespace Kitbag.Relay.Backplane.Rabbit
{
    /// <summary>Sends what is to be appended, of all streams by turns.</summary>
    internal sealed class KeptPublisher
    {
        private readonly RabbitOptions _options;
        private readonly KeptAppender[] _appenders;
        private readonly Signal _signal = new();
        private int _turn;

        public KeptPublisher(RabbitOptions options, KeptAppender[] appenders)
        {
            _options = options;
            _appenders = appenders;
        }

        /// <summary>Is told a stream that the broker does not have.</summary>
        public event Action<int>? Missing;

        /// <summary>There is something to send.</summary>
        public void Wake() => _signal.Set();

        /// <summary>Sends until the token is cancelled.</summary>
        public async Task RunAsync(ConfirmedChannel channel, CancellationToken cancellation)
        {
            channel.Returned += OnReturned;
            // What the last connection did not bring to an end is in doubt.
            foreach (KeptAppender appender in _appenders)
                appender.SendAgain();
            while (true)
            {
                await channel.WaitForRoomAsync(cancellation);
                int stream;
                byte[]? message;
                long epoch;
                while (!TryTake(out stream, out message, out epoch))
                    await _signal.WaitAsync(cancellation);
                await channel.PublishAsync("", _options.StreamName(stream, epoch), mandatory: true, stream, message, cancellation);
            }
        }

        private bool TryTake(out int stream, out byte[]? message, out long epoch)
        {
            for (int i = 0; i < _appenders.Length; i++)
            {
                stream = _turn = (_turn + 1) % _appenders.Length;
                if (_appenders[stream].TryTake(out message, out epoch))
                    return true;
            }
            (stream, message, epoch) = (0, null, 0);
            return false;
        }

        private void OnReturned(string key, ReadOnlyMemory<byte> message)
        {
            if (BatchHeader.TryRead(message.Span, out BatchHeader header) && header.Place < _appenders.Length)
                Missing?.Invoke(header.Place);
        }
    }
}
