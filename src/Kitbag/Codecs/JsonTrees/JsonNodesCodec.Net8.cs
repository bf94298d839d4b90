using System;
using System.Buffers;
using System.ComponentModel;
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
                _ => throw new FormatException("It is JSON of another type."),
            };
        }

        // System.Text.Json parses a string with an escaped unpaired surrogate, but cannot write it. Every value that is read must be
        // writable, so such a string is rejected here: decoding it throws.
        private static void CheckEscapes(ReadOnlySpan<byte> text)
        {
            if (text.IndexOf("\\u"u8) < 0)
                return;
            var r = new Utf8JsonReader(text, new JsonReaderOptions
            {
                MaxDepth = Parsing.MaxDepth,
                CommentHandling = Parsing.CommentHandling,
                AllowTrailingCommas = Parsing.AllowTrailingCommas,
            });
            while (r.Read())
            {
                if (r.TokenType is JsonTokenType.String or JsonTokenType.PropertyName && r.ValueIsEscaped)
                    _ = r.GetString();
            }
        }
    }
}
