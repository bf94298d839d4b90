using System.IO.MemoryMappedFiles;

namespace Kitbag.Net.Peer;

/// <summary>
/// Records what all processes of a test have sent, received, and got confirmed, in a file that they map. The records of a process remain
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

    /// <summary>Records that a message arrived: the next one, or one that is duplicated, out of order or damaged.</summary>
    public void Record(int sender, Entry last, Entry bad, long number, bool isIntact)
    {
        if (isIntact && number == this[sender, last] + 1)
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

    /// <summary>The number of messages that the server received duplicated, out of order or damaged.</summary>
    Bad,

    /// <summary>The last echo that the sender has handled.</summary>
    Echoed,

    /// <summary>The number of echoes that the sender received duplicated, out of order or damaged.</summary>
    BadEchoes,

    /// <summary>How the sender's session ended: 1 + the reason.</summary>
    Ended,
}
