using System.Buffers;
using System.Net;
using Echo.Serializers;
using Kitbag.Net;

namespace Echo;

/// <summary>Echoes every message: deserializes and serializes the header, and sends the payload from the receive buffer.</summary>
public static class EchoServer
{
    /// <summary>The timeouts are long because a slow serializer on a busy machine needs time for the messages in flight.</summary>
    public static KitbagSessionOptions Options { get; } = new()
    {
        CloseTimeout = TimeSpan.FromMinutes(2),
        SendTimeout = TimeSpan.FromMinutes(2),
        SilenceTimeout = TimeSpan.FromMinutes(2),
    };

    public static KitbagServer Start<TSerializer>()
        where TSerializer : struct, IEchoSerializer
    {
        Action<IBufferWriter<byte>, MessageEnvelope> write = TSerializer.Write;
        KitbagHandlers handlers = new KitbagHandlers()
            .OnRaw((session, header, payload) => session.SendRawAsync(TSerializer.Read(header), write, Contiguous(payload)))
            .OnRequest<UsageQuestion, Usage>((session, question, cancellation) => ValueTask.FromResult(Usage.Now()));
        return KitbagServer.Start(new IPEndPoint(IPAddress.Loopback, 0), handlers, Options);
    }

    // Nearly all payloads are contiguous.
    private static ReadOnlyMemory<byte> Contiguous(in ReadOnlySequence<byte> payload) =>
        payload.IsSingleSegment ? payload.First : payload.ToArray();
}
