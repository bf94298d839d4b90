using System;
using System.Buffers;
using System.ComponentModel;
using System.Globalization;
using System.Text.Encodings.Web;
using System.Text.Json;
using System.Text.Json.Nodes;

namespace Kitbag.Codecs
{
    /// <summary><see cref="JsonNode"/> and what derives from it: the text.</summary>
    /// <typeparam name="T">The type of node.</typeparam>
    [EditorBrowsable(EditorBrowsableState.Never)]
    public abstract class JsonNodesCodec<T> : JsonTreeCodec<T>
        where T : JsonNode
    {
        private static readonly JsonWriterOptions s_writing =
            new JsonWriterOptions { Encoder = JavaScriptEncoder.UnsafeRelaxedJsonEscaping };

        private protected JsonNodesCodec()
        {
        }

        private protected override ReadOnlySpan<byte> TextOf(T value)
        {
            var buffer = new ArrayBufferWriter<byte>();
            try
            {
                using var writer = new Utf8JsonWriter(buffer, s_writing);
                value.WriteTo(writer);
            }
            catch (Exception e) when (e is InvalidOperationException or ArgumentException)
            {
                throw new KitbagException(KitbagErrorReason.NotSupported,
                    "Found a '" + value.GetType() + "' that System.Text.Json cannot write: " + e.Message, -1, e);
            }
            return buffer.WrittenSpan;
        }

        // The text null is no node.
        private protected override T Parse(ReadOnlySpan<byte> text)
        {
            CheckEscapes(text);
            return JsonNode.Parse(text, null, Parsing) switch
            {
                null => null!,
                T node => node,
                _ => throw new FormatException("It is JSON of another kind."),
            };
        }

        // System.Text.Json keeps half of a surrogate pair that is escaped, and fails when the node is written: it is refused when it is
        // read.
        private static void CheckEscapes(ReadOnlySpan<byte> text)
        {
            if (text.IndexOf("\\u"u8) < 0)
                return;
            var r = new Utf8JsonReader(text, new JsonReaderOptions
            {
                MaxDepth = Parsing.MaxDepth,
                CommentHandling = JsonCommentHandling.Skip,
                AllowTrailingCommas = true,
            });
            while (r.Read())
            {
                if (r.TokenType is JsonTokenType.String or JsonTokenType.PropertyName && r.ValueIsEscaped && HasHalfAPair(r.ValueSpan))
                    throw new FormatException("A string has half of a surrogate pair.");
            }
        }

        private static bool HasHalfAPair(ReadOnlySpan<byte> text)
        {
            bool afterHigh = false;
            for (int i = 0; i < text.Length; i++)
            {
                char unit = '\0';
                if (text[i] == '\\' && text[++i] == 'u')
                {
                    unit = (char)ushort.Parse(text.Slice(i + 1, 4), NumberStyles.AllowHexSpecifier, CultureInfo.InvariantCulture);
                    i += 4;
                }
                if (char.IsLowSurrogate(unit) != afterHigh)
                    return true;
                afterHigh = char.IsHighSurrogate(unit);
            }
            return afterHigh;
        }
    }
}
