namespace Messages;

/// <summary>The message of a published benchmark, written with an embedded schema, with a fingerprint, and bare.</summary>
public class Envelope
{
    public bool IsInternal { get; set; }
    public DateTime TimeStamp { get; set; }
    public Guid MessageId { get; set; }
    public string? Header { get; set; }
    public Guid From { get; set; }
    public Guid To { get; set; }
    public Dictionary<string, string>? KeyValuePairs { get; set; }
}
