using System.Buffers;
using Google.Protobuf;
using Google.Protobuf.Reflection;

namespace Echo.Serializers;

/// <summary>Google.Protobuf, with the code that its compiler generates for a message with these fields.</summary>
public readonly struct Protobuf : IEchoSerializer
{
    private const int GuidSize = 16;

    public static string Name => "Google.Protobuf";

    public static void Write(IBufferWriter<byte> output, MessageEnvelope message) => new EnvelopeMessage
    {
        IsInternal = message.IsInternal,
        TimeStamp = message.TimeStamp.Ticks,
        MessageId = Bytes(message.MessageId),
        Header = message.Header ?? "",
        From = Bytes(message.From),
        To = Bytes(message.To),
        Pairs = message.KeyValuePairs,
    }.WriteTo(output);

    public static MessageEnvelope Read(in ReadOnlySequence<byte> bytes)
    {
        var message = new EnvelopeMessage();
        message.MergeFrom(bytes);
        return new MessageEnvelope
        {
            IsInternal = message.IsInternal,
            TimeStamp = new DateTime(message.TimeStamp),
            MessageId = Guid(message.MessageId),
            Header = message.Header,
            From = Guid(message.From),
            To = Guid(message.To),
            KeyValuePairs = message.Pairs,
        };
    }

    private static ByteString Bytes(in Guid id)
    {
        if (id == default)
            return ByteString.Empty;
        Span<byte> bytes = stackalloc byte[GuidSize];
        id.TryWriteBytes(bytes);
        return ByteString.CopyFrom(bytes);
    }

    private static Guid Guid(ByteString bytes) => bytes.Length == 0 ? default : new Guid(bytes.Span);
}

/// <summary>message Envelope: bool 1, int64 2, bytes 3, string 4, bytes 5, bytes 6, map of string to string 7.</summary>
internal sealed class EnvelopeMessage : IMessage<EnvelopeMessage>, IBufferMessage
{
    private const uint IsInternalTag = 8, TimeStampTag = 16, MessageIdTag = 26, HeaderTag = 34, FromTag = 42, ToTag = 50, PairsTag = 58;

    private static readonly MapCodec s_pairs = new();

    public bool IsInternal { get; set; }

    public long TimeStamp { get; set; }

    public ByteString MessageId { get; set; } = ByteString.Empty;

    public string Header { get; set; } = "";

    public ByteString From { get; set; } = ByteString.Empty;

    public ByteString To { get; set; } = ByteString.Empty;

    public Dictionary<string, string>? Pairs { get; set; }

    public MessageDescriptor Descriptor => throw new NotSupportedException();

    public int CalculateSize() => (IsInternal ? 2 : 0)
        + (TimeStamp != 0 ? 1 + CodedOutputStream.ComputeInt64Size(TimeStamp) : 0)
        + Size(MessageId) + (Header.Length != 0 ? 1 + CodedOutputStream.ComputeStringSize(Header) : 0) + Size(From) + Size(To)
        + (Pairs == null ? 0 : s_pairs.Size(Pairs));

    public void InternalWriteTo(ref WriteContext output)
    {
        if (IsInternal)
        {
            output.WriteTag(IsInternalTag);
            output.WriteBool(true);
        }
        if (TimeStamp != 0)
        {
            output.WriteTag(TimeStampTag);
            output.WriteInt64(TimeStamp);
        }
        Write(ref output, MessageIdTag, MessageId);
        if (Header.Length != 0)
        {
            output.WriteTag(HeaderTag);
            output.WriteString(Header);
        }
        Write(ref output, FromTag, From);
        Write(ref output, ToTag, To);
        if (Pairs != null)
            s_pairs.Write(ref output, Pairs);
    }

    public void InternalMergeFrom(ref ParseContext input)
    {
        uint tag;
        while ((tag = input.ReadTag()) != 0)
        {
            switch (tag)
            {
                case IsInternalTag:
                    IsInternal = input.ReadBool();
                    break;
                case TimeStampTag:
                    TimeStamp = input.ReadInt64();
                    break;
                case MessageIdTag:
                    MessageId = input.ReadBytes();
                    break;
                case HeaderTag:
                    Header = input.ReadString();
                    break;
                case FromTag:
                    From = input.ReadBytes();
                    break;
                case ToTag:
                    To = input.ReadBytes();
                    break;
                case PairsTag:
                    s_pairs.Read(ref input, Pairs ??= []);
                    break;
                default:
                    throw new InvalidDataException("There is no field " + (tag >> 3) + ".");
            }
        }
    }

    public void MergeFrom(EnvelopeMessage message) => throw new NotSupportedException();

    public void MergeFrom(CodedInputStream input) => input.ReadRawMessage(this);

    public void WriteTo(CodedOutputStream output) => output.WriteRawMessage(this);

    public bool Equals(EnvelopeMessage? other) => ReferenceEquals(this, other);

    public EnvelopeMessage Clone() => throw new NotSupportedException();

    private static int Size(ByteString bytes) => bytes.Length == 0 ? 0 : 1 + CodedOutputStream.ComputeBytesSize(bytes);

    private static void Write(ref WriteContext output, uint tag, ByteString bytes)
    {
        if (bytes.Length == 0)
            return;
        output.WriteTag(tag);
        output.WriteBytes(bytes);
    }

    /// <summary>The pairs, written and read by the collection that Google.Protobuf uses in generated messages.</summary>
    private sealed class MapCodec
    {
        private static readonly Google.Protobuf.Collections.MapField<string, string>.Codec s_codec =
            new(FieldCodec.ForString(10, ""), FieldCodec.ForString(18, ""), PairsTag);

        public int Size(Dictionary<string, string> pairs) => Map(pairs).CalculateSize(s_codec);

        public void Write(ref WriteContext output, Dictionary<string, string> pairs) => Map(pairs).WriteTo(ref output, s_codec);

        public void Read(ref ParseContext input, Dictionary<string, string> pairs)
        {
            var map = new Google.Protobuf.Collections.MapField<string, string>();
            map.AddEntriesFrom(ref input, s_codec);
            foreach ((string key, string value) in map)
                pairs[key] = value;
        }

        private static Google.Protobuf.Collections.MapField<string, string> Map(Dictionary<string, string> pairs) => new() { pairs };
    }
}
