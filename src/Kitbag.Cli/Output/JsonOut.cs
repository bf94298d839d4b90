using System;
using System.Buffers;
using System.Text;
using System.Text.Json;
using Kitbag.Cli.Running;

namespace Kitbag.Cli.Output
{
    /// <summary>Writes the output of commands with --json: one value, indented, and a line feed.</summary>
    internal static class JsonOut
    {
        private static readonly JsonWriterOptions s_options = new JsonWriterOptions
        {
            Indented = true,
            NewLine = "\n",
            Encoder = ToolEncoder.Instance,
        };

        /// <summary>Writes a value that is already JSON, with the indentation of the output.</summary>
        public static void WriteText(Utf8JsonWriter writer, string json)
        {
            // An escaped half of a surrogate pair cannot be read as a string, and is copied without indentation.
            if (json.Contains("\\ud", StringComparison.OrdinalIgnoreCase))
            {
                writer.WriteRawValue(json);
                return;
            }
            using JsonDocument document = JsonDocument.Parse(json, new JsonDocumentOptions { MaxDepth = 1000 });
            document.RootElement.WriteTo(writer);
        }

        public static void Write(ToolConsole console, Action<Utf8JsonWriter> write)
        {
            var buffer = new ArrayBufferWriter<byte>();
            using (var writer = new Utf8JsonWriter(buffer, s_options))
                write(writer);
            console.Out.Write(Encoding.UTF8.GetString(buffer.WrittenSpan));
            console.Out.Write('\n');
        }
    }
}
