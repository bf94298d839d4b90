using System.Buffers;
using System.IO.Pipelines;
using System.Text;
using Kitbag;
using Kitbag.Net;
using Kitbag.Net.Rooms;

namespace Rooms;

/// <summary>
/// A program that is a peer of the board, and draws the mirror image of each stroke. Like the pages, it has the whole board, and sends
/// again what the relay has lost in a restart.
/// </summary>
public sealed class Bot : IAsyncDisposable
{
    private const string RoomName = "board", Mirrored = "mirror-", Color = "#b9b4a6", ClearKey = "clear";
    private const int BoardWidth = 1200, Keys = 1000;

    private static readonly KitbagJsonOptions s_json = new() { Naming = KitbagJsonNaming.CamelCase };

    private readonly KitbagRoomClient _client;
    private readonly Dictionary<string, Stroke> _strokes = [];
    private readonly HashSet<string> _known = [];
    private readonly List<(string From, Stroke Stroke)> _past = [];
    private KitbagRoom? _room;
    private int _cleared;

    private Bot(KitbagRoomClient client) => _client = client;

    /// <summary>All strokes on the board.</summary>
    public IReadOnlyCollection<Stroke> Strokes
    {
        get
        {
            lock (_strokes)
                return [.. _strokes.Values];
        }
    }

    /// <summary>Raised when a peer has drawn a stroke, with the name of the peer and the stroke.</summary>
    public event Action<string, Stroke>? Seen;

    public static async Task<Bot> StartAsync(Uri relay, string name)
    {
        Bot? bot = null;
        KitbagRoomHandlers handlers = new KitbagRoomHandlers()
            .OnMessage((room, message) => bot!.OnMessage(room, message))
            .OnGap((room, gap) => bot!.OnGap(gap))
            .OnLive(room => bot!.OnLive(room));
        var options = new KitbagSessionOptions
        {
            Credentials = Encoding.UTF8.GetBytes(name),
            ResumeTimeout = TimeSpan.FromSeconds(60),
        };
        KitbagRoomClient client = await KitbagRoomClient.ConnectAsync(Connect, handlers, options);
        bot = new Bot(client);
        bot._room = await client.JoinAsync(RoomName, new KitbagRoomOptions
        {
            Keys = Keys,
            Metadata = Encoding.UTF8.GetBytes("{\"color\":\"" + Color + "\"}"),
        });
        return bot;

        Task<IDuplexPipe> Connect(CancellationToken cancellation) => KitbagTransport.ConnectWebSocketAsync(relay, cancellation);
    }

    public ValueTask DisposeAsync() => _client.DisposeAsync();

    /// <summary>Draws a stroke.</summary>
    public void Draw(Stroke stroke)
    {
        lock (_strokes)
            _strokes[stroke.Id] = stroke;
        Send(_room!, new BoardMessage { Stroke = stroke }, stroke.Id);
    }

    private ValueTask OnMessage(KitbagRoom room, KitbagRoomMessage message)
    {
        BoardMessage content = KitbagJson.Deserialize<BoardMessage>(message.Payload, s_json);
        lock (_strokes)
        {
            if (content.Clear != 0)
                _known.Add(ClearKey);
            if (content.Clear > _cleared)
            {
                _cleared = content.Clear;
                foreach (Stroke old in _strokes.Values.Where(s => s.Board < _cleared).ToArray())
                    _strokes.Remove(old.Id);
            }
            if (content.Stroke is { } stroke)
            {
                _known.Add(stroke.Id);
                if (stroke.Board < _cleared || !_strokes.TryAdd(stroke.Id, stroke))
                    return default;
                // The mirror image of a stroke from the past may still arrive.
                if (message.IsPast)
                    _past.Add((message.From, stroke));
                else
                    Mirror(message.From, stroke);
            }
        }
        return default;
    }

    private void Mirror(string from, Stroke stroke)
    {
        string id = Mirrored + stroke.Id;
        if (stroke.Id.StartsWith(Mirrored, StringComparison.Ordinal) || _strokes.ContainsKey(id) || stroke.Board < _cleared)
            return;
        Seen?.Invoke(from, stroke);
        Draw(stroke with
        {
            Id = id,
            Color = Color,
            Points = [.. stroke.Points.Select((value, at) => at % 2 == 0 ? BoardWidth - value : value)],
        });
    }

    // The relay may have lost the messages of the previous session.
    private void OnGap(KitbagRoomGap gap)
    {
        lock (_strokes)
        {
            if (gap.Cause != KitbagGapCause.SessionLost)
                return;
            _known.Clear();
            _past.Clear();
        }
    }

    // The relay has now sent all strokes that it knows. It lacks all others.
    private void OnLive(KitbagRoom room)
    {
        lock (_strokes)
        {
            if (_cleared > 0 && !_known.Contains(ClearKey))
                Send(room, new BoardMessage { Clear = _cleared }, ClearKey);
            foreach (Stroke stroke in _strokes.Values.Where(s => !_known.Contains(s.Id)))
                Send(room, new BoardMessage { Stroke = stroke }, stroke.Id);
            foreach ((string from, Stroke stroke) in _past)
                Mirror(from, stroke);
            _past.Clear();
        }
    }

    // If the room has no session at the moment, the message is sent in the next one.
    private void Send(KitbagRoom room, BoardMessage message, string key)
    {
        ValueTask sent = room.SendBytesAsync(KitbagJson.SerializeToUtf8Bytes(message, s_json),
            new KitbagSend { Key = Encoding.UTF8.GetBytes(key) });
        _ = sent.AsTask().ContinueWith(task => _ = task.Exception, TaskContinuationOptions.OnlyOnFaulted);
    }
}
