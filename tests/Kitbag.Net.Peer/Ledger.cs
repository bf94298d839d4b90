using System.IO.MemoryMappedFiles;

namespace Kitbag.Net.Peer;

/// <summary>
/// What all processes of a test have sent, had confirmed and received, in a file that they map. What a process has written is there also
/// after it was killed.
/// </summary>
public sealed class Ledger : IDisposable
{
    private const int Slots = 8192, SlotSize = 64;

    private readonly MemoryMappedFile _file;
    private readonly MemoryMappedViewAccessor _view;

    public Ledger(string path)
    {
        _file = MemoryMappedFile.CreateFromFile(path, FileMode.OpenOrCreate, null, Slots * SlotSize);
        _view = _file.CreateViewAccessor();
    }

    /// <summary>Reads a number of a sender.</summary>
    public long this[int sender, Entry entry]
    {
        get => _view.ReadInt64(sender * SlotSize + (int)entry * sizeof(long));
        set => _view.Write(sender * SlotSize + (int)entry * sizeof(long), value);
    }

    /// <summary>Notes that a message arrived: the next one, or one that is doubled, out of order or damaged.</summary>
    public void Note(int sender, Entry last, Entry bad, long number, bool isWhole)
    {
        if (isWhole && number == this[sender, last] + 1)
            this[sender, last] = number;
        else
            this[sender, bad]++;
    }

    public void Dispose()
    {
        _view.Dispose();
        _file.Dispose();
    }
}

/// <summary>The numbers of a sender.</summary>
public enum Entry
{
    /// <summary>The last message that was passed to SendAsync.</summary>
    Sent,

    /// <summary>The last message that the peer has acknowledged.</summary>
    Confirmed,

    /// <summary>The last message that the server has handled.</summary>
    Received,

    /// <summary>How many messages the server got doubled, out of order or damaged.</summary>
    Bad,

    /// <summary>The last echo that the sender has handled.</summary>
    Echoed,

    /// <summary>How many echoes the sender got doubled, out of order or damaged.</summary>
    BadEchoes,

    /// <summary>How the sender's session ended: 1 + the reason.</summary>
    Ended,
}
