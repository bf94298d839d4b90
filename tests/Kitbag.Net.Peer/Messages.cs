using System.Buffers;

namespace Kitbag.Net.Peer;

/// <summary>A message of a numbered sequence.</summary>
public record struct Numbered(int Sender, long Number);

/// <summary>Requests a numbered sequence.</summary>
public record struct Subscribe(int Sender, long Count, int Size);

/// <summary>Requests an answer, to check that the peer is alive.</summary>
public record struct Ping(int Number);

/// <summary>Code that the processes of the tests share.</summary>
public static class Payload
{
    // Multiplies the timeouts in tests that do not wait for one: with many peers, a busy machine can be slow.
    private static readonly double s_patience = Number("PATIENCE", 1);

    /// <summary>Small buffers and short timeouts, so that faults occur soon.</summary>
    public static KitbagSessionOptions Options { get; } = new()
    {
        ReceiveWindow = 64 << 10,
        SendBuffer = 64 << 10,
        HandshakeTimeout = TimeSpan.FromSeconds(2 * s_patience),
        HeartbeatInterval = TimeSpan.FromSeconds(0.5),
        SilenceTimeout = TimeSpan.FromSeconds(1.5 * s_patience),
        FrameTimeout = TimeSpan.FromSeconds(2 * s_patience),
        SendTimeout = TimeSpan.FromSeconds(Number("SEND", 3) * s_patience),
        ResumeTimeout = TimeSpan.FromSeconds(Number("RESUME", 20)),
        CloseTimeout = TimeSpan.FromSeconds(2),
    };

    /// <summary>Writes a pattern that depends on the number of the message.</summary>
    public static void Fill(byte[] payload, long number) => payload.AsSpan().Fill((byte)number);

    /// <summary>Whether the pattern matches the number.</summary>
    public static bool IsWhole(long number, in ReadOnlySequence<byte> payload)
    {
        foreach (ReadOnlyMemory<byte> piece in payload)
        {
            if (piece.Span.IndexOfAnyExcept((byte)number) >= 0)
                return false;
        }
        return true;
    }

    private static double Number(string name, double otherwise) =>
        Environment.GetEnvironmentVariable("KITBAG_PEER_" + name) is { } text ? double.Parse(text) : otherwise;
}
