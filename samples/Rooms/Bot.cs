using System.Buffers;
using System.IO.Pipelines;
using System.Text;
using Kitbag;
using Kitbag.Net;
using Kitbag.Net.Rooms;

namespace Rooms;

/// <summary>
/// A peer of the board that is a program. It draws the mirror image of each stroke. Like the pages it has the whole board, and gives back
/// what a relay that was started anew has forgotten.
/// </summary>
public sealed class Bot : IAsyncDisposable
{
    private const string RoomName = "board", Mirrored = "mirror-", Color = "#b9b4a6", ClearKey = "clear";
    private const int BoardWidth = 1200, Keys = 1000;

    private static readonly KitbagJsonOptions s_json = new() { Naming = KitbagJsonNaming.CamelCase };

    private readonly KitbagRoomClient _client;
    private readonly Dictionary<string, Stroke> _strokes = [];
    private readonly HashSet<string> _told = [];
    private readonly List<(string From, Stroke Stroke)> _past = [];
    private KitbagRoom? _room;
    private int _cleared;

    private Bot(KitbagRoomClient client) => _client = client;

    /// <summary>What it has seen, and what it has drawn.</summary>
    public IReadOnlyCollection<Stroke> Strokes
    {
        get
        {
            lock (_strokes)
                return [.. _strokes.Values];
        }
    }

    /// <summary>Raised when somebody has drawn a stroke: who, and which.</summary>
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
        Tell(_room!, new BoardMessage { Stroke = stroke }, stroke.Id);
    }

    private ValueTask OnMessage(KitbagRoom room, KitbagRoomMessage message)
    {
        BoardMessage said = KitbagJson.Deserialize<BoardMessage>(message.Payload, s_json);
        lock (_strokes)
        {
            if (said.Clear != 0)
                _told.Add(ClearKey);
            if (said.Clear > _cleared)
            {
                _cleared = said.Clear;
                foreach (Stroke old in _strokes.Values.Where(s => s.Board < _cleared).ToArray())
                    _strokes.Remove(old.Id);
            }
            if (said.Stroke is { } stroke)
            {
                _told.Add(stroke.Id);
                if (stroke.Board < _cleared || !_strokes.TryAdd(stroke.Id, stroke))
                    return default;
                // The mirror image of one of the past may still come.
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

    // What was told in the last session the relay may have forgotten.
    private void OnGap(KitbagRoomGap gap)
    {
        lock (_strokes)
        {
            if (gap.Cause != KitbagGapCause.SessionLost)
                return;
            _told.Clear();
            _past.Clear();
        }
    }

    // All that the relay has was told by now; what was not, it does not know.
    private void OnLive(KitbagRoom room)
    {
        lock (_strokes)
        {
            if (_cleared > 0 && !_told.Contains(ClearKey))
                Tell(room, new BoardMessage { Clear = _cleared }, ClearKey);
            foreach (Stroke stroke in _strokes.Values.Where(s => !_told.Contains(s.Id)))
                Tell(room, new BoardMessage { Stroke = stroke }, stroke.Id);
            foreach ((string from, Stroke stroke) in _past)
                Mirror(from, stroke);
            _past.Clear();
        }
    }

    // Where there is no session now it is sent in the next one.
    private void Tell(KitbagRoom room, BoardMessage message, string key)
    {
        ValueTask sent = room.SendBytesAsync(KitbagJson.SerializeToUtf8Bytes(message, s_json),
            new KitbagSend { Key = Encoding.UTF8.GetBytes(key) });
        _ = sent.AsTask().ContinueWith(task => _ = task.Exception, TaskContinuationOptions.OnlyOnFaulted);
    }
}
