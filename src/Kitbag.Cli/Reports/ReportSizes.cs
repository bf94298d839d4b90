using System.Text.Json;
using Kitbag.Cli.Input;

namespace Kitbag.Cli.Reports
{
    /// <summary>Where the bytes of a file are, for the page: { n: name, b: bytes, e: how it is stored, c: parts }.</summary>
    internal static class ReportSizes
    {
        public static void Write(Utf8JsonWriter w, Source source)
        {
            w.WriteStartObject();
            w.WriteString("n", "file");
            w.WriteNumber("b", source.Length);
            w.WriteString("e", "");
            w.WriteStartArray("c");
            w.WriteEndArray();
            w.WriteEndObject();
        }
    }
}
