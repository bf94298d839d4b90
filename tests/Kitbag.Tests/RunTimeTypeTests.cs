using System;
using System.Buffers;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Threading;
using System.Threading.Tasks;
using Xunit;

namespace Kitbag.Tests
{
    /// <summary>Calls with a <see cref="Type"/> write and read the same as those with a type argument.</summary>
    public class RunTimeTypeTests
    {
        private static readonly Letter s_letter = new Letter { Text = "héllo", Numbers = { 1, 2, 3 } };

        [Fact]
        public async Task Documents_go_to_and_from_streams_and_buffers()
        {
            byte[] expected = KitbagSerializer.Serialize(s_letter);
            Type type = typeof(Letter);
            var buffer = new ArrayBufferWriter<byte>();
            KitbagSerializer.Serialize(type, buffer, s_letter);
            Assert.Equal(expected, buffer.WrittenSpan.ToArray());
            var stream = new MemoryStream();
            KitbagSerializer.Serialize(type, stream, s_letter);
            Assert.Equal(expected, stream.ToArray());
            stream = new MemoryStream();
            await KitbagSerializer.SerializeAsync(type, stream, s_letter);
            Assert.Equal(expected, stream.ToArray());
            Check(KitbagSerializer.Deserialize(type, new MemoryStream(expected)));
            Check(await KitbagSerializer.DeserializeAsync(type, new MemoryStream(expected)));
            Assert.Throws<KitbagException>(() => KitbagSerializer.Deserialize(type, new MemoryStream(expected[..^1])));
        }

        [Fact]
        public async Task Json_goes_to_and_from_streams_and_buffers()
        {
            byte[] expected = KitbagJson.SerializeToUtf8Bytes(s_letter, KitbagJsonOptions.Text);
            Type type = typeof(Letter);
            var buffer = new ArrayBufferWriter<byte>();
            KitbagJson.Serialize(type, buffer, s_letter, KitbagJsonOptions.Text);
            Assert.Equal(expected, buffer.WrittenSpan.ToArray());
            var stream = new MemoryStream();
            KitbagJson.Serialize(type, stream, s_letter, KitbagJsonOptions.Text);
            Assert.Equal(expected, stream.ToArray());
            stream = new MemoryStream();
            await KitbagJson.SerializeAsync(type, stream, s_letter, KitbagJsonOptions.Text);
            Assert.Equal(expected, stream.ToArray());
            Check(KitbagJson.Deserialize(type, new MemoryStream(expected)));
            Check(await KitbagJson.DeserializeAsync(type, new MemoryStream(expected)));
            Assert.Throws<KitbagException>(() => KitbagJson.Deserialize(type, new MemoryStream(expected[..^2])));
        }

        /// <summary>A large file is read into memory of which pages are released, as with a type argument.</summary>
        [Fact]
        public async Task Large_files_are_read_from_streams()
        {
            string file = Path.GetTempFileName();
            try
            {
                long[] numbers = Enumerable.Range(0, 3_000_000).Select(i => i * 7919L).ToArray();
                using (FileStream output = File.Create(file))
                    KitbagSerializer.Serialize(typeof(long[]), output, numbers, new KitbagOptions { Numbers = KitbagNumbers.Raw });
                using FileStream input = File.OpenRead(file);
                Assert.Equal(numbers, (long[]?)KitbagSerializer.Deserialize(typeof(long[]), input));
                input.Position = 0;
                Assert.Equal(numbers, (long[]?)await KitbagSerializer.DeserializeAsync(typeof(long[]), input));
            }
            finally
            {
                File.Delete(file);
            }
        }

        [Fact]
        public async Task Wrong_arguments_write_nothing()
        {
            var stream = new MemoryStream();
            Assert.Throws<ArgumentException>(() => KitbagSerializer.Serialize(typeof(Letter), stream, "text"));
            Assert.Throws<ArgumentException>(() => KitbagSerializer.Serialize(typeof(int), new ArrayBufferWriter<byte>(), (object?)null));
            Assert.Throws<ArgumentException>(() => KitbagJson.Serialize(typeof(Letter), stream, "text"));
            Assert.Throws<ArgumentException>(() => KitbagJson.Serialize(typeof(Letter), new ArrayBufferWriter<byte>(), "text"));
            await Assert.ThrowsAsync<ArgumentException>(() => KitbagSerializer.SerializeAsync(typeof(Letter), stream, "text"));
            await Assert.ThrowsAsync<ArgumentException>(() => KitbagJson.SerializeAsync(typeof(Letter), stream, "text"));
            var canceled = new CancellationToken(canceled: true);
            // Cancellation is that of the task, not an exception of the call.
            foreach (Task task in new[]
            {
                KitbagSerializer.SerializeAsync(typeof(Letter), stream, s_letter, null, canceled),
                KitbagJson.SerializeAsync(typeof(Letter), stream, s_letter, null, canceled),
            })
            {
                var error = await Assert.ThrowsAsync<TaskCanceledException>(() => task);
                Assert.Equal((canceled, true), (error.CancellationToken, task.IsCanceled));
            }
            Assert.Throws<ArgumentNullException>(() => KitbagSerializer.Serialize(null!, stream, s_letter));
            Assert.Throws<ArgumentNullException>(() => KitbagJson.Deserialize(typeof(Letter), (Stream)null!));
            // A type that no call names.
            object other = new Random(1);
            Assert.Throws<KitbagException>(() => KitbagSerializer.Serialize(other.GetType(), stream, other));
            Assert.Equal(0, stream.Length);
        }

        private static void Check(object? read)
        {
            var letter = Assert.IsType<Letter>(read);
            Assert.Equal(s_letter.Text, letter.Text);
            Assert.Equal(s_letter.Numbers, letter.Numbers);
        }

        public class Letter
        {
            public string Text { get; set; } = "";

            public List<int> Numbers { get; set; } = new();
        }
    }
}
