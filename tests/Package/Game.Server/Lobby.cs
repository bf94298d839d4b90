using System.Buffers;
using System.Net;
using Game.Core;
using Kitbag.Net;

namespace Game.Server;

/// <summary>A request and its answer. The client has an older version of both.</summary>
public record Where(int Player, bool Exact = false);

public record Position(double X, double Y, string? Map);

/// <summary>Sends every message to all players, answers where they are, and echoes uploads.</summary>
public sealed class Lobby : IAsyncDisposable
{
    private readonly Dictionary<int, Move> _places = [];
    private readonly KitbagServer _server;

    public Lobby()
    {
        var handlers = new KitbagHandlers()
            .On<Message>((session, message) =>
            {
                lock (_places)
                {
                    if (message is Move move)
                        _places[move.From] = move;
                }
                foreach (KitbagSession player in session.Server!.Sessions)
                    _ = SendAsync(player, message);
                return ValueTask.CompletedTask;
            })
            .OnRequest<Where, Position>((session, where, cancellation) =>
            {
                lock (_places)
                {
                    return _places.TryGetValue(where.Player, out Move? place)
                        ? new ValueTask<Position>(new Position(place.X, place.Y, where.Exact ? "exact" : "roughly"))
                        : throw new KitbagRemoteException("There is no player " + where.Player + ".", 404);
                }
            })
            .OnRaw((session, header, payload) =>
                session.SendRawAsync(header.ToArray(), (writer, bytes) => writer.Write(bytes), payload.ToArray()));
        _server = KitbagServer.Start(new IPEndPoint(IPAddress.Loopback, 0), handlers);
    }

    private static async Task SendAsync(KitbagSession player, Message message)
    {
        try
        {
            await player.SendAsync(message);
        }
        catch (KitbagSessionException)
        {
            player.Abort();
        }
    }

    public int Port => _server.EndPoint.Port;

    public ValueTask DisposeAsync() => _server.DisposeAsync();
}
