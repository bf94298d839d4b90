using System;
using System.Buffers;
using System.IO;
using System.Linq;
using System.Text;
using System.Text.Json;
using Kitbag.Cli.Input;
using Kitbag.Cli.Output;
using Kitbag.Cli.Schemas;

namespace Kitbag.Cli.Reports
{
    /// <summary>The page of a report: page.html with the data of a document.</summary>
    internal static class ReportPage
    {
        private const string Place = "/*DATA*/";

        public static string Make(Source source, int mostValues)
        {
            var buffer = new ArrayBufferWriter<byte>(1 << 16);
            // The default encoder writes < as \u003C: no text of the file can end the script element that contains it.
            using (var w = new Utf8JsonWriter(buffer))
                WriteData(w, source, mostValues);
            return Resources.Text("page.html").Replace(Place, Encoding.UTF8.GetString(buffer.WrittenSpan), StringComparison.Ordinal);
        }

        private static void WriteData(Utf8JsonWriter w, Source source, int mostValues)
        {
            w.WriteStartObject();
            w.WriteString("file", Plain.Text(Path.GetFileName(source.Name)));
            w.WriteNumber("bytes", source.Length);
            w.WriteString("type", TypeText.Of(source.Document.Schema.Root));
            w.WritePropertyName("tree");
            var tree = new ReportTree(w, mostValues);
            tree.Write(source.Document.Root);
            w.WriteString("cut", tree.IsCut ? "the first " + mostValues.ToString("N0", System.Globalization.CultureInfo.InvariantCulture)
                + " values" : "");
            w.WriteStartArray("columns");
            foreach (ColumnStatistics column in tree.Columns.Where(c => c.IsWorthShowing))
                column.Write(w);
            w.WriteEndArray();
            w.WritePropertyName("sizes");
            ReportSizes.Write(w, source);
            w.WriteEndObject();
        }
    }
}
