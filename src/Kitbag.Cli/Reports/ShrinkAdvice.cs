using System;
using System.Collections.Generic;
using System.Globalization;
using System.IO;
using System.IO.Compression;
using System.Linq;
using Kitbag.Cli.Input;
using Kitbag.Dynamic;
using Kitbag.Schema;

namespace Kitbag.Cli.Reports
{
    /// <summary>Advice that makes a file smaller, with the saved bytes if they can be measured.</summary>
    internal static class ShrinkAdvice
    {
        // Advice that saves a smaller share of the file is not useful.
        private const double Least = 0.05;

        // Compressing more of a file would take too long.
        private const int MostCompressed = 16 << 20;

        private const int ShownPaths = 3;

        public static IReadOnlyList<string> For(Source source, KitbagSize document)
        {
            var advice = new List<(double Share, string Words)>();
            if (source.Shape.Compression == KitbagCompression.None && Compressed(source, document.Bytes) is { } share && 1 - share > Least)
                advice.Add((1 - share, "KitbagCompression.Brotli stores the document in about " + Percent(share) + " of its bytes."));
            KitbagSize? schema = document.Parts.FirstOrDefault(p => p.Type == null && p.Name == "schema");
            if (schema != null && schema.Bytes > 0.3 * document.Bytes)
                advice.Add(((double)schema.Bytes / document.Bytes, "The schema is " + Percent((double)schema.Bytes / document.Bytes)
                    + " of the document. If the reader knows it, KitbagSchemaMode.Fingerprint stores 8 bytes instead."));
            foreach (IGrouping<string, KitbagSize> group in document.All().Where(p => Reason(p) != null).GroupBy(p => Reason(p)!))
                Add(advice, group.Key, [.. group.OrderByDescending(p => p.OwnBytes)], document.Bytes);
            return [.. advice.OrderByDescending(a => a.Share).Select(a => a.Words)];
        }

        private static void Add(List<(double, string)> advice, string reason, KitbagSize[] parts, long all)
        {
            double share = all == 0 ? 0 : (double)parts.Sum(p => p.OwnBytes) / all;
            if (share < Least)
                return;
            advice.Add((share, Percent(share) + " of the document are " + reason + " " + string.Join(", ", parts.Take(ShownPaths)
                .Select(p => p.Path)) + (parts.Length > ShownPaths ? ", …" : "")));
        }

        // Why a part might be smaller, and how to achieve it; null if it cannot be smaller.
        private static string? Reason(KitbagSize part)
        {
            if (part.Type == null || part.OwnBytes == 0)
                return null;
            bool isMostlyRaw = part.Encodings.Where(e => IsNearlyRaw(e.Name)).Sum(e => e.Bytes) * 2 > part.OwnBytes;
            switch (part.Type.Kind)
            {
                case SchemaKind.Single or SchemaKind.Double when isMostlyRaw:
                    return "floating point numbers in their own bits; rounded to a few decimal places before saving, they are packed:";
                case SchemaKind.Record when isMostlyRaw:
                    return "records, stored as their memory; as a class, each of their fields is a column of its own:";
                case SchemaKind.Guid when isMostlyRaw:
                    return "Guids of 16 bytes; numbers that count up take a byte or less:";
                case SchemaKind.String when part.Encodings.Any(e => e.Name is "plain" or "front coded"):
                    return "texts that hardly repeat; texts of a fixed set could be an enum, or indexes into one list:";
                case >= SchemaKind.Int16 and <= SchemaKind.UInt64 when isMostlyRaw:
                    return "raw integers: random ones, or KitbagNumbers.Raw was chosen:";
                default:
                    return null;
            }
        }

        // The bits of floating-point numbers as integers, and the words of records, are raw except for their highest bits.
        private static bool IsNearlyRaw(string encoding) => encoding == "raw"
            || encoding.StartsWith("as integers", StringComparison.Ordinal) || encoding.StartsWith("words", StringComparison.Ordinal);

        private static double? Compressed(Source source, long length)
        {
            if (length is 0 or > MostCompressed)
                return null;
            using var packed = new MemoryStream();
            using (var brotli = new BrotliStream(packed, CompressionLevel.Fastest, leaveOpen: true))
                brotli.Write(source.Document.ToBytes());
            return (double)packed.Length / length;
        }

        private static string Percent(double share) => (100 * share).ToString("0", CultureInfo.InvariantCulture) + " %";
    }
}
