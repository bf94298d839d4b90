using System;
using System.Collections.Generic;
using System.Threading;
using System.Threading.Tasks;
using RabbitMQ.Client;
using RabbitMQ.Client.Events;

namespace Kitbag.Relay.Backplane.Rabbit
{
    /// <summary>
    /// Publishes with confirms, a bounded number of messages at a time: what comes meanwhile gathers in batches. A confirm that does not
    /// come
    /// in time ends the connection. One thread publishes.
    /// </summary>
    internal sealed class ConfirmedChannel
    {
        private readonly IChannel _channel;
        private readonly TimeSpan _timeout;
        private readonly SemaphoreSlim _room;
        private readonly Lock _lock = new();
        private readonly Dictionary<ulong, (int Place, long SentAt)> _unconfirmed = [];
        private readonly TaskCompletionSource _failed = new(TaskCreationOptions.RunContinuationsAsynchronously);
        private ulong _number;
        private bool _blocked;

        private ConfirmedChannel(IChannel channel, int window, TimeSpan timeout)
        {
            _channel = channel;
            _timeout = timeout;
            _room = new SemaphoreSlim(window);
            channel.BasicAcksAsync += OnAck;
            channel.BasicNacksAsync += OnNack;
            channel.BasicReturnAsync += OnReturn;
            channel.ChannelShutdownAsync += OnShutdown;
        }

        /// <summary>Is told each message that was not routed to any queue: what it was published to, and what it was.</summary>
        public event Action<string, ReadOnlyMemory<byte>>? Returned;

        /// <summary>Opens a channel.</summary>
        public static async Task<ConfirmedChannel> OpenAsync(IConnection connection, int window, TimeSpan timeout,
            CancellationToken cancellation)
        {
            var options = new CreateChannelOptions(publisherConfirmationsEnabled: true, publisherConfirmationTrackingEnabled: false);
            return new ConfirmedChannel(await connection.CreateChannelAsync(options, cancellation), window, timeout);
        }

        /// <summary>For other questions to the broker.</summary>
        public IChannel Channel => _channel;

        /// <summary>Waits until there is room for a message. Then what is to be sent is chosen.</summary>
        public Task WaitForRoomAsync(CancellationToken cancellation) => _room.WaitAsync(cancellation);

        /// <summary>Gives back the room for a message that there is not after all.</summary>
        public void GiveBack() => _room.Release();

        /// <summary>Publishes a message, for which there is room. The bytes are copied when the task is done.</summary>
        public async ValueTask PublishAsync(string exchange, string key, bool mandatory, int place, ReadOnlyMemory<byte> message,
            CancellationToken cancellation)
        {
            lock (_lock)
                _unconfirmed.Add(++_number, (place, Environment.TickCount64));
            ValueTask publishing = _channel.BasicPublishAsync(exchange, key, mandatory, new BasicProperties(), message, cancellation);
            if (publishing.IsCompletedSuccessfully)
                return;
            await publishing.AsTask().WaitAsync(cancellation);
        }

        /// <summary>Blocked: the broker confirms nothing for now, and that is no reason for doubt.</summary>
        public void SetBlocked(bool blocked)
        {
            lock (_lock)
            {
                _blocked = blocked;
                long now = Environment.TickCount64;
                foreach ((ulong number, (int place, _)) in _unconfirmed)
                    _unconfirmed[number] = (place, now);
            }
        }

        /// <summary>The places of what was published and is not confirmed.</summary>
        public List<int> Unconfirmed()
        {
            lock (_lock)
            {
                var places = new List<int>();
                foreach ((int place, _) in _unconfirmed.Values)
                    places.Add(place);
                return places;
            }
        }

        /// <summary>Throws as soon as there is doubt whether messages arrive.</summary>
        public async Task WatchAsync(CancellationToken cancellation)
        {
            while (true)
            {
                if (await Task.WhenAny(_failed.Task, Task.Delay(_timeout / 10, cancellation)) == _failed.Task)
                    await _failed.Task;
                cancellation.ThrowIfCancellationRequested();
                lock (_lock)
                {
                    foreach ((_, long sentAt) in _unconfirmed.Values)
                    {
                        if (!_blocked && Environment.TickCount64 - sentAt > _timeout.TotalMilliseconds)
                            throw new BackplaneException($"The broker has not confirmed within {_timeout.TotalSeconds} s.");
                    }
                }
            }
        }

        private Task OnAck(object sender, BasicAckEventArgs e)
        {
            lock (_lock)
            {
                if (!e.Multiple)
                {
                    Confirm(e.DeliveryTag);
                }
                else
                {
                    foreach (ulong number in _unconfirmed.Keys)
                    {
                        if (number <= e.DeliveryTag)
                            Confirm(number);
                    }
                }
            }
            return Task.CompletedTask;
        }

        private void Confirm(ulong number)
        {
            if (_unconfirmed.Remove(number))
                _room.Release();
        }

        private Task OnNack(object sender, BasicNackEventArgs e)
        {
            _failed.TrySetException(new BackplaneException("The broker has refused a message."));
            return Task.CompletedTask;
        }

        private Task OnReturn(object sender, BasicReturnEventArgs e)
        {
            Returned?.Invoke(e.RoutingKey, e.Body);
            return Task.CompletedTask;
        }

        private Task OnShutdown(object sender, ShutdownEventArgs e)
        {
            _failed.TrySetException(new BackplaneException($"The channel is closed: {e.ReplyText}."));
            return Task.CompletedTask;
        }
    }
}
