using System.Linq;
using System.Text.Json;
using Kitbag.Cli.Input;
using Kitbag.Cli.Output;
using Kitbag.Dynamic;

namespace Kitbag.Cli.Reports
{
    /// <summary>The sizes of the parts of a document, for the page: { n: name, b: bytes, e: encoding, c: parts }.</summary>
    internal static class ReportSizes
    {
        public static void Write(Utf8JsonWriter w, Source source) => Write(w, source.Document.Sizes(), "document");

        // The part's own bytes are a box next to those of its parts, so that the boxes fill it.
        private static void Write(Utf8JsonWriter w, KitbagSize size, string name)
        {
            WriteHead(w, name.Length == 0 ? "(value)" : name, size.Bytes, Stored(size));
            KitbagSize[] parts = [.. size.Parts.Where(p => p.Bytes != 0)];
            foreach (KitbagSize part in parts)
                Write(w, part, part.Name);
            if (parts.Length != 0 && size.OwnBytes != 0)
            {
                WriteHead(w, "(itself)", size.OwnBytes, Stored(size));
                WriteEnd(w);
            }
            WriteEnd(w);
        }

        private static string Stored(KitbagSize size) =>
            string.Join("; ", new[] { size.TypeName }.Concat(size.Encodings.Select(e => e.Name)).Where(s => s.Length != 0));

        private static void WriteHead(Utf8JsonWriter w, string name, long bytes, string stored)
        {
            w.WriteStartObject();
            w.WriteString("n", Plain.Text(name));
            w.WriteNumber("b", bytes);
            w.WriteString("e", Plain.Text(stored));
            w.WriteStartArray("c");
        }

        private static void WriteEnd(Utf8JsonWriter w)
        {
            w.WriteEndArray();
            w.WriteEndObject();
        }
    }
}
