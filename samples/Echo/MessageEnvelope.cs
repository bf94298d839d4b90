namespace Echo;

/// <summary>The message of the published benchmark. BinaryFormatter requires the attribute.</summary>
[Serializable]
public class MessageEnvelope
{
    public bool IsInternal { get; set; }
    public DateTime TimeStamp { get; set; }
    public Guid MessageId { get; set; }
    public string? Header { get; set; }
    public Guid From { get; set; }
    public Guid To { get; set; }
    public Dictionary<string, string>? KeyValuePairs { get; set; }
}
