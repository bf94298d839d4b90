using System;
using System.Collections.Generic;
using System.Threading;
using System.Threading.Tasks;
using RabbitMQ.Client;
using RabbitMQ.Client.Events;

namespace Kitbag.Relay.Backplane.Rabbit
{
    /// <summary>
    /// Publishes with publisher confirms, with a bounded number of messages in flight: further entries are collected in batches meanwhile.
    /// If a confirm does not arrive in time, the connection is ended. Only one thread may publish.
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

        /// <summary>Occurs when a message was not routed to any queue, with its routing key and its bytes.</summary>
        public event Action<string, ReadOnlyMemory<byte>>? Returned;

        /// <summary>Opens a channel.</summary>
        public static async Task<ConfirmedChannel> OpenAsync(IConnection connection, int window, TimeSpan timeout,
            CancellationToken cancellation)
        {
            var options = new CreateChannelOptions(publisherConfirmationsEnabled: true, publisherConfirmationTrackingEnabled: false);
            return new ConfirmedChannel(await connection.CreateChannelAsync(options, cancellation), window, timeout);
        }

        /// <summary>Gets the channel for other requests to the broker.</summary>
        public IChannel Channel => _channel;

        /// <summary>Waits until there is space for a message. The message is chosen only after that.</summary>
        public Task WaitForRoomAsync(CancellationToken cancellation) => _room.WaitAsync(cancellation);

        /// <summary>Releases the space of a message that is not published after all.</summary>
        public void GiveBack() => _room.Release();

        /// <summary>Publishes a message for which there is space. The bytes are copied when the task completes.</summary>
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

        /// <summary>Sets whether the broker is blocked: it then sends no confirms, which is not a failure.</summary>
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

        /// <summary>Returns the places of the messages that were published and are not confirmed.</summary>
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

        /// <summary>Throws as soon as it is uncertain whether messages arrive.</summary>
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
                            throw new BackplaneException($"The broker did not confirm a message within {_timeout.TotalSeconds} s.");
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
            _failed.TrySetException(new BackplaneException("The broker rejected a message."));
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
