using System.Buffers;
using System.Text.Json;
using System.Text.Json.Serialization;

namespace Echo.Serializers;

/// <summary>System.Text.Json with source-generated code, a reused writer, and without members that are default.</summary>
public readonly struct SystemTextJson : IEchoSerializer
{
    [ThreadStatic]
    private static Utf8JsonWriter? t_writer;

    public static string Name => "System.Text.Json";

    public static void Write(IBufferWriter<byte> output, MessageEnvelope message)
    {
        if (t_writer == null)
            t_writer = new Utf8JsonWriter(output);
        else
            t_writer.Reset(output);
        JsonSerializer.Serialize(t_writer, message, EnvelopeContext.Default.MessageEnvelope);
    }

    public static MessageEnvelope Read(in ReadOnlySequence<byte> bytes)
    {
        if (bytes.IsSingleSegment)
            return JsonSerializer.Deserialize(bytes.FirstSpan, EnvelopeContext.Default.MessageEnvelope)!;
        var reader = new Utf8JsonReader(bytes);
        return JsonSerializer.Deserialize(ref reader, EnvelopeContext.Default.MessageEnvelope)!;
    }
}

[JsonSourceGenerationOptions(DefaultIgnoreCondition = JsonIgnoreCondition.WhenWritingDefault)]
[JsonSerializable(typeof(MessageEnvelope))]
internal sealed partial class EnvelopeContext : JsonSerializerContext
{
}
