using System;
using System.Collections.Generic;
using System.Threading;
using System.Threading.Tasks;
using RabbitMQ.Client;

namespace Kitbag.Relay.Backplane.Rabbit
{
    /// <summary>Provides simple queries of a stream.</summary>
    internal static class StreamProbe
    {
        private static readonly TimeSpan s_patience = TimeSpan.FromSeconds(5), s_patienceWhenEmpty = TimeSpan.FromMilliseconds(300);

        /// <summary>Reads the offset of a message from a stream.</summary>
        public static bool TryReadOffset(IReadOnlyBasicProperties properties, out long offset)
        {
            offset = 0;
            if (properties.Headers == null
                || !properties.Headers.TryGetValue("x-stream-offset", out object? value) || value is not long number)
                return false;
            offset = number;
            return true;
        }

        /// <summary>
        /// Returns the offset of one of the newest messages of a stream (the first of the last chunk that was written), or -1 if it is
        /// empty.
        /// </summary>
        public static async Task<long> LastOffsetAsync(IConnection connection, string queue, CancellationToken cancellation)
        {
            IChannel channel = await connection.CreateChannelAsync(cancellationToken: cancellation);
            var found = new TaskCompletionSource<long>(TaskCreationOptions.RunContinuationsAsynchronously);
            var consumer = new Consumer(channel, 8, (properties, _) =>
            {
                if (TryReadOffset(properties, out long offset))
                    found.TrySetResult(offset);
            });
            try
            {
                QueueDeclareOk declared = await channel.QueueDeclarePassiveAsync(queue, cancellation);
                await channel.BasicQosAsync(0, 1, global: false, cancellation);
                await channel.BasicConsumeAsync(queue, autoAck: false, "", noLocal: false, exclusive: false,
                    new Dictionary<string, object?> { ["x-stream-offset"] = "last" }, consumer, cancellation);
                TimeSpan patience = declared.MessageCount == 0 ? s_patienceWhenEmpty : s_patience;
                await Task.WhenAny(found.Task, consumer.Ended, Task.Delay(patience, cancellation));
                return found.Task.IsCompleted ? found.Task.Result : -1;
            }
            finally
            {
                consumer.Abandon();
            }
        }
    }
}
