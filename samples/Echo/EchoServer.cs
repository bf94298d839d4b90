using System.Buffers;
using System.Net;
using Echo.Serializers;
using Kitbag.Net;

namespace Echo;

/// <summary>Replies every message: reads it, writes it anew, and passes the payload on from where it was received.</summary>
public static class EchoServer
{
    /// <summary>With a slow serializer, on a busy machine, what is in flight takes its time.</summary>
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

    // Nearly all payloads lie in one piece.
    private static ReadOnlyMemory<byte> Contiguous(in ReadOnlySequence<byte> payload) =>
        payload.IsSingleSegment ? payload.First : payload.ToArray();
}
