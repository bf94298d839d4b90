using System;
using System.Buffers;
using System.Text;
using System.Text.Encodings.Web;
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
            // Quotation marks, markup and letters of all languages are safe in a terminal.
            Encoder = JavaScriptEncoder.UnsafeRelaxedJsonEscaping,
        };

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
