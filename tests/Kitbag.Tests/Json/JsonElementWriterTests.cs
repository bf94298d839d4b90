using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Runtime.CompilerServices;
using System.Text;
using System.Threading;
using System.Threading.Tasks;
using Xunit;

namespace Kitbag.Tests.Json
{
    /// <summary>Values of asynchronous sequences that are written to a stream as they arrive.</summary>
    public class JsonElementWriterTests
    {
        public sealed class Row
        {
            public int Id { get; set; }

            public string? Name { get; set; }

            public List<int> Values { get; set; } = new List<int>();
        }

        public sealed class Node
        {
            public int Id { get; set; }

            public Node? Next { get; set; }
        }

        private static readonly KitbagJsonOptions s_text = new KitbagJsonOptions { Format = KitbagJsonFormat.Text };

        [Theory]
        [InlineData(0)]
        [InlineData(1)]
        [InlineData(5000)]
        public async Task The_text_is_that_of_a_list(int count)
        {
            List<Row?> rows = Rows(count);
            foreach (KitbagJsonOptions options in new[] { KitbagJsonOptions.Default, s_text })
            {
                var output = new Recorder();
                await KitbagJson.SerializeAsyncEnumerable(output, Sequence(rows), options);
                Assert.Equal(KitbagJson.Serialize(rows, options), output.Text);
                Assert.Equal(KitbagJson.Serialize(rows), KitbagJson.Serialize(await Read<Row?>(output.Text, false)));
                Assert.All(output.Lengths, length => Assert.InRange(length, 1, 17 * 1024));
            }
        }

        [Fact]
        public async Task Values_are_written_before_the_next_one_is_available()
        {
            using var limit = new CancellationTokenSource(TimeSpan.FromMinutes(1));
            var output = new Recorder();
            await KitbagJson.SerializeAsyncEnumerable(output, ValuesAfterWrites(), cancellationToken: limit.Token);
            Assert.Equal("[0,1,2,3,4]", output.Text);

            async IAsyncEnumerable<int> ValuesAfterWrites()
            {
                for (int i = 0; i < 5; i++)
                {
                    while (output.Lengths.Count < i)
                        await Task.Delay(1, limit.Token);
                    yield return i;
                }
            }
        }

        [Fact]
        public async Task Lines_of_values()
        {
            List<Row?> rows = Rows(100);
            var output = new Recorder();
            await KitbagJson.SerializeAsyncEnumerable(output, Sequence(rows), topLevelValues: true);
            Assert.Equal(string.Concat(rows.Select(row => KitbagJson.Serialize(row) + "\n")), output.Text);
            Assert.Equal(KitbagJson.Serialize(rows), KitbagJson.Serialize(await Read<Row?>(output.Text, true)));
            output = new Recorder();
            await KitbagJson.SerializeAsyncEnumerable(output, Sequence(rows), topLevelValues: true, s_text);
            Assert.Equal(string.Concat(rows.Select(row => KitbagJson.Serialize(row, s_text))), output.Text);
        }

        [Fact]
        public async Task Objects_of_each_value_have_their_own_identities()
        {
            var shared = new Node { Id = 1 };
            shared.Next = shared;
            var output = new Recorder();
            await KitbagJson.SerializeAsyncEnumerable(output, Sequence(new List<Node> { shared, new Node { Id = 2, Next = shared } }));
            string one = KitbagJson.Serialize(shared);
            Assert.Equal("[" + one + ",{\"Id\":2,\"Next\":" + one + "}]", output.Text);
            List<Node> read = await Read<Node>(output.Text, false);
            Assert.Same(read[0], read[0].Next);
            Assert.Same(read[1].Next, read[1].Next!.Next);
        }

        [Theory]
        [InlineData(false)]
        [InlineData(true)]
        public async Task An_error_has_the_path_of_the_value(bool topLevelValues)
        {
            var values = new List<Dictionary<string, double>> { new Dictionary<string, double> { ["a"] = 1 },
                new Dictionary<string, double> { ["b"] = 2, ["c"] = double.NaN } };
            KitbagException e = await Assert.ThrowsAsync<KitbagException>(() => KitbagJson.SerializeAsyncEnumerable(new Recorder(),
                Sequence(values), topLevelValues, new KitbagJsonOptions { NonFinite = KitbagJsonNonFinite.Refuse }));
            Assert.Equal("$[1].c", e.Path);
        }

        [Fact]
        public async Task Depth_includes_the_array()
        {
            var values = Sequence(new List<List<int>> { new List<int> { 1 } });
            var options = new KitbagJsonOptions { MaxDepth = 1 };
            await KitbagJson.SerializeAsyncEnumerable(new Recorder(), values, topLevelValues: true, options);
            KitbagException e = await Assert.ThrowsAsync<KitbagException>(() =>
                KitbagJson.SerializeAsyncEnumerable(new Recorder(), values, options));
            Assert.Equal(KitbagErrorReason.LimitExceeded, e.Reason);
        }

        [Fact]
        public async Task A_sequence_ends_before_it_is_disposed_if_the_stream_fails()
        {
            var sequence = new Endless();
            await Assert.ThrowsAsync<IOException>(() => KitbagJson.SerializeAsyncEnumerable(new Recorder { Fails = true }, sequence));
            Assert.True(sequence.IsDisposed);
        }

        [Fact]
        public async Task Writing_can_be_canceled()
        {
            using var source = new CancellationTokenSource();
            var sequence = new Endless();
            Task writing = KitbagJson.SerializeAsyncEnumerable(new Recorder(), sequence, cancellationToken: source.Token);
            source.Cancel();
            await Assert.ThrowsAnyAsync<OperationCanceledException>(() => writing);
            Assert.True(sequence.IsDisposed);
            await Assert.ThrowsAnyAsync<OperationCanceledException>(() => KitbagJson.SerializeAsyncEnumerable(new Recorder(), sequence,
                cancellationToken: source.Token));
        }

        [Fact]
        public void Arguments_are_checked_at_once()
        {
            Assert.Throws<ArgumentNullException>(() => { _ = KitbagJson.SerializeAsyncEnumerable(null!, Sequence(Rows(1))); });
            Assert.Throws<ArgumentNullException>(() => { _ = KitbagJson.SerializeAsyncEnumerable<Row>(new Recorder(), null!); });
        }

        private static List<Row?> Rows(int count) => Enumerable.Range(0, count).Select(i => i % 5 == 4 ? null
            : new Row { Id = i, Name = i % 2 == 0 ? "row " + i : null, Values = Enumerable.Range(0, i % 3).ToList() }).ToList();

        private static async IAsyncEnumerable<T> Sequence<T>(List<T> values)
        {
            for (int i = 0; i < values.Count; i++)
            {
                if (i % 100 == 99)
                    await Task.Yield();
                yield return values[i];
            }
        }

        private static async Task<List<T>> Read<[KitbagRoot] T>(string text, bool topLevelValues)
        {
            var values = new List<T>();
            await foreach (T value in KitbagJson.DeserializeAsyncEnumerable<T>(new MemoryStream(Encoding.UTF8.GetBytes(text)),
                topLevelValues))
                values.Add(value);
            return values;
        }

        /// <summary>A sequence of one value, which then waits until it is canceled.</summary>
        private sealed class Endless : IAsyncEnumerable<int>
        {
            public bool IsDisposed { get; private set; }

            public IAsyncEnumerator<int> GetAsyncEnumerator(CancellationToken cancellationToken = default) =>
                Values(cancellationToken).GetAsyncEnumerator(cancellationToken);

            private async IAsyncEnumerable<int> Values([EnumeratorCancellation] CancellationToken cancellationToken)
            {
                try
                {
                    yield return 1;
                    await Task.Delay(Timeout.Infinite, cancellationToken);
                }
                finally
                {
                    IsDisposed = true;
                }
            }
        }

        private sealed class Recorder : MemoryStream
        {
            public List<int> Lengths { get; } = new List<int>();

            public bool Fails { get; set; }

            public string Text => Encoding.UTF8.GetString(ToArray());

            public override ValueTask WriteAsync(ReadOnlyMemory<byte> buffer, CancellationToken cancellationToken = default)
            {
                if (Fails)
                    throw new IOException("The stream fails.");
                Lengths.Add(buffer.Length);
                return base.WriteAsync(buffer, cancellationToken);
            }
        }
    }
}
