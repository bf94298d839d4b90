using System;
using System.Buffers;
using System.Buffers.Binary;
using System.Collections.Concurrent;
using System.Collections.Generic;
using System.Diagnostics;
using System.Linq;
using System.Threading;
using System.Threading.Tasks;
using Kitbag.Relay.Backplane;
using Kitbag.Relay.Backplane.Rabbit;
using Microsoft.Extensions.Logging;
using Xunit.Abstractions;

namespace Kitbag.Relay.Tests.Backplane
{
    /// <summary>A backplane over RabbitMQ that sends numbered entries, and counts the entries of others.</summary>
    internal sealed class Node : IBackplaneReceiver, IAsyncDisposable
    {
        private readonly Lock _lock = new();
        private readonly Dictionary<(int Bucket, int Sender), long> _lastFast = [];
        private readonly List<(int Stream, KeptPosition Position, int Sender, long Number)> _kept = [];
        private readonly ITestOutputHelper _output;
        private readonly Stopwatch _clock = Stopwatch.StartNew();
        private int _sent;

        public Node(int name, RabbitOptions options, ITestOutputHelper output)
        {
            Name = name;
            _output = output;
            Backplane = new RabbitBackplane(options, new Notes(this));
        }

        public int Name { get; }

        public RabbitBackplane Backplane { get; }

        public long FastReceived, FastDisordered, FastGaps, FastRefused, KeptGaps;

        public ConcurrentQueue<string> Events { get; } = new();

        /// <summary>Blocks the receiver while it is not null.</summary>
        public ManualResetEventSlim? Stopped;

        /// <summary>The entries of this node that were confirmed, with their positions.</summary>
        public ConcurrentDictionary<(int Stream, long Number), KeptPosition> Confirmed { get; } = new();

        public long Failed, Doubtful;

        public static async Task<Node> Start(int name, RabbitOptions options, ITestOutputHelper output)
        {
            var node = new Node(name, options, output);
            await node.Backplane.StartAsync(node).AsTask().WaitAsync(TimeSpan.FromSeconds(30));
            return node;
        }

        public static RabbitOptions Options(Action<RabbitOptions>? change = null)
        {
            var options = new RabbitOptions { Address = Broker.Address, Prefix = "test" + Guid.NewGuid().ToString("N")[..8] };
            change?.Invoke(options);
            return options;
        }

        public List<(int Stream, KeptPosition Position, int Sender, long Number)> Kept(int stream)
        {
            lock (_lock)
                return _kept.Where(k => k.Stream == stream).ToList();
        }

        public static byte[] Entry(int sender, long number, int size = 32)
        {
            var bytes = new byte[Math.Max(size, 12)];
            BinaryPrimitives.WriteInt32LittleEndian(bytes, sender);
            BinaryPrimitives.WriteInt64LittleEndian(bytes.AsSpan(4), number);
            return bytes;
        }

        public static (int Sender, long Number) Parse(in ReadOnlySequence<byte> entry)
        {
            Span<byte> bytes = stackalloc byte[12];
            entry.Slice(0, 12).CopyTo(bytes);
            return (BinaryPrimitives.ReadInt32LittleEndian(bytes), BinaryPrimitives.ReadInt64LittleEndian(bytes[4..]));
        }

        public bool Publish(int bucket, long number)
        {
            byte[] entry = Entry(Name, number);
            bool sent = Backplane.TryPublish(bucket, entry.AsSpan(0, 12), new ReadOnlySequence<byte>(entry, 12, 20));
            if (!sent)
                Interlocked.Increment(ref FastRefused);
            return sent;
        }

        public async Task Append(int stream, long number, int size = 32)
        {
            Interlocked.Increment(ref _sent);
            try
            {
                var entry = new ReadOnlySequence<byte>(Entry(Name, number, size));
                Confirmed[(stream, number)] = await Backplane.AppendAsync(stream, [], entry);
            }
            catch (BackplaneException e)
            {
                Interlocked.Increment(ref Failed);
                if (e.InDoubt)
                    Interlocked.Increment(ref Doubtful);
            }
        }

        public void OnFast(int bucket, Guid relay, ReadOnlySequence<byte> entry)
        {
            Stopped?.Wait();
            (int sender, long number) = Parse(entry);
            FastReceived++;
            if (_lastFast.TryGetValue((bucket, sender), out long last) && number <= last)
                FastDisordered++;
            _lastFast[(bucket, sender)] = number;
        }

        public void OnFastGap(int bucket, Guid relay)
        {
            if (relay != Backplane.Relay)
                Interlocked.Increment(ref FastGaps);
        }

        public void OnKept(int stream, KeptPosition position, ReadOnlySequence<byte> entry)
        {
            Stopped?.Wait();
            (int sender, long number) = Parse(entry);
            lock (_lock)
                _kept.Add((stream, position, sender, number));
        }

        public void OnKeptGap(int stream, KeptPosition expected, KeptPosition found)
        {
            Interlocked.Increment(ref KeptGaps);
            Note($"gap in stream {stream}: {expected} to {found}");
        }

        public void OnRelay(Guid relay, bool alive) => Note($"{(alive ? "alive" : "gone")} {relay:N}");

        public void OnStateChanged(BackplaneState state) => Note($"state {state}");

        public async Task Until(Func<Node, bool> condition, int seconds = 20)
        {
            var watch = Stopwatch.StartNew();
            while (!condition(this))
            {
                if (watch.Elapsed.TotalSeconds > seconds)
                    throw new TimeoutException($"Node {Name} waited {seconds} s in vain. {Report()}");
                await Task.Delay(10);
            }
        }

        public string Report()
        {
            lock (_lock)
            {
                return $"node {Name}: kept sent {_sent}, confirmed {Confirmed.Count}, failed {Failed} ({Doubtful} in doubt), received " +
                    $"{_kept.Count}, gaps {KeptGaps}, batches dropped as duplicates {Backplane.Doubles}; " +
                    $"fast received {FastReceived}, out of order {FastDisordered}, gaps {FastGaps}, " +
                    $"refused {FastRefused}\n  {string.Join("\n  ", Events.TakeLast(30))}";
            }
        }

        public ValueTask DisposeAsync() => Backplane.DisposeAsync();

        private void Note(string text) => Events.Enqueue($"{_clock.Elapsed.TotalSeconds:F3} {text}");

        private sealed class Notes(Node node) : ILogger
        {
            public IDisposable? BeginScope<TState>(TState state)
                where TState : notnull => null;

            public bool IsEnabled(LogLevel logLevel) => true;

            public void Log<TState>(LogLevel logLevel, EventId eventId, TState state, Exception? exception,
                Func<TState, Exception?, string> formatter)
            {
                if (logLevel >= LogLevel.Warning)
                    node.Note(formatter(state, exception));
            }
        }
    }
}
