using System;
using System.Threading;
using System.Threading.Tasks;
using RabbitMQ.Client;
using RabbitMQ.Client.Events;

namespace Kitbag.Relay.Backplane.Rabbit
{
    /// <summary>Passes on messages as they arrive, and acknowledges them in groups of a quarter of the prefetch count.</summary>
    internal sealed class Consumer : AsyncDefaultBasicConsumer
    {
        private static readonly TimeSpan s_mostClose = TimeSpan.FromSeconds(5);

        private readonly int _step;
        private readonly Action<IReadOnlyBasicProperties, ReadOnlyMemory<byte>> _take;
        private readonly TaskCompletionSource<string> _ended = new(TaskCreationOptions.RunContinuationsAsynchronously);

        // Held while a message is handled and acknowledged.
        private readonly SemaphoreSlim _turn = new(1);
        private int _taken;

        public Consumer(IChannel channel, int prefetch, Action<IReadOnlyBasicProperties, ReadOnlyMemory<byte>> take)
            : base(channel)
        {
            _step = Math.Max(1, prefetch / 4);
            _take = take;
        }

        /// <summary>Gets a task that completes with the reason when no more messages will arrive.</summary>
        public Task<string> Ended => _ended.Task;

        /// <summary>Stops consuming.</summary>
        public void End(string reason) => _ended.TrySetResult(reason);

        /// <summary>
        /// Stops consuming, and closes the channel without waiting. It is closed after the last acknowledgement: one that arrives later
        /// would be an error, for which the broker closes the whole connection.
        /// </summary>
        public void Abandon()
        {
            End("The consumer is no longer used.");
            _ = Task.Run(async () =>
            {
                await _turn.WaitAsync();
                _turn.Release();
                try
                {
                    await Channel.DisposeAsync().AsTask().WaitAsync(s_mostClose);
                }
                catch (Exception)
                {
                    // The channel is closed with its connection.
                }
            });
        }

        public override async Task HandleBasicDeliverAsync(string consumerTag, ulong deliveryTag, bool redelivered, string exchange,
            string routingKey, IReadOnlyBasicProperties properties, ReadOnlyMemory<byte> body,
            CancellationToken cancellationToken = default)
        {
            await _turn.WaitAsync(CancellationToken.None);
            try
            {
                if (_ended.Task.IsCompleted)
                    return;
                _take(properties, body);
                if (++_taken % _step == 0)
                    await Channel.BasicAckAsync(deliveryTag, multiple: true, cancellationToken);
            }
            catch (Exception e)
            {
                End(e.Message);
            }
            finally
            {
                _turn.Release();
            }
        }

        public override Task HandleBasicCancelAsync(string consumerTag, CancellationToken cancellationToken = default)
        {
            End("the broker has canceled the consumer.");
            return Task.CompletedTask;
        }

        public override Task HandleChannelShutdownAsync(object channel, ShutdownEventArgs reason)
        {
            End(reason.ReplyText);
            return Task.CompletedTask;
        }
    }
}
