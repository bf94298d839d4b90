using System;
using System.Threading;
using System.Threading.Tasks;

namespace Kitbag.Relay.Backplane.Rabbit
{
    /// <summary>Sends the batches of all streams in turn.</summary>
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

        /// <summary>Occurs with the number of a stream that does not exist at the broker.</summary>
        public event Action<int>? Missing;

        /// <summary>Signals that there is something to send.</summary>
        public void Wake() => _signal.Set();

        /// <summary>Sends until the token is canceled.</summary>
        public async Task RunAsync(ConfirmedChannel channel, CancellationToken cancellation)
        {
            channel.Returned += OnReturned;
            // The state of messages that the last connection did not complete is uncertain.
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
