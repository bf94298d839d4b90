using System;
using System.Buffers;
using System.Collections.Concurrent;
using System.Collections.Generic;
using System.Diagnostics;
using System.Linq;
using System.Text;
using System.Threading;
using System.Threading.Tasks;
using Kitbag.Relay.Backplane;

namespace Kitbag.Relay.Tests.Backplane
{
    /// <summary>Records the events of a backplane.</summary>
    internal sealed class RecordingReceiver : IBackplaneReceiver
    {
        private readonly ConcurrentQueue<string> _events = new();
        private readonly ConcurrentQueue<(int Stream, KeptPosition Position, string Entry)> _kept = new();

        public IReadOnlyList<string> Events => _events.ToArray();

        public IReadOnlyList<(int Stream, KeptPosition Position, string Entry)> Kept => _kept.ToArray();

        public int Count(string prefix) => _events.Count(e => e.StartsWith(prefix, StringComparison.Ordinal));

        public void OnFast(int bucket, Guid relay, ReadOnlySequence<byte> entry)
        {
            _events.Enqueue($"fast {bucket} {relay:N} {Text(entry)}");
        }

        public void OnFastGap(int bucket, Guid relay) => _events.Enqueue($"fastgap {bucket} {relay:N}");

        public void OnKept(int stream, KeptPosition position, ReadOnlySequence<byte> entry)
        {
            string text = Text(entry);
            _kept.Enqueue((stream, position, text));
            _events.Enqueue($"kept {stream} {text}");
        }

        public void OnKeptGap(int stream, KeptPosition expected, KeptPosition found)
        {
            _events.Enqueue($"keptgap {stream} {(expected.Epoch == found.Epoch ? "trimmed" : "anew")}");
        }

        public void OnRelay(Guid relay, bool alive) => _events.Enqueue($"{(alive ? "alive" : "gone")} {relay:N}");

        public void OnStateChanged(BackplaneState state) => _events.Enqueue($"state {state}");

        public static string Text(in ReadOnlySequence<byte> entry) => Encoding.UTF8.GetString(entry);

        /// <summary>Waits until a condition holds; fails after <paramref name="seconds"/>.</summary>
        public async Task Until(Func<RecordingReceiver, bool> condition, int seconds = 10)
        {
            var watch = Stopwatch.StartNew();
            while (!condition(this))
            {
                if (watch.Elapsed.TotalSeconds > seconds)
                    throw new TimeoutException($"Waited {seconds} s; the last events: {string.Join("; ", _events.TakeLast(20))}");
                await Task.Delay(10, CancellationToken.None);
            }
        }
    }
}
