using System.Text.Json.Serialization;

namespace FromSystemTextJson;

public enum Status { Draft, Sent, [JsonStringEnumMemberName("paid-in-full")] Paid }

[JsonPolymorphic(TypeDiscriminatorPropertyName = "kind")]
[JsonDerivedType(typeof(Goods), "goods")]
[JsonDerivedType(typeof(Hours), "hours")]
public abstract class Line
{
    public decimal Price { get; set; }
}

public class Goods : Line
{
    public int Count { get; set; }
}

public class Hours : Line
{
    public TimeSpan Time { get; set; }
}

/// <summary>A type that was written for System.Text.Json, with its attributes. Kitbag needs no changes.</summary>
public class Invoice
{
    [JsonPropertyName("no")]
    public int Number { get; set; }

    [JsonConverter(typeof(JsonStringEnumConverter<Status>))]
    public Status Status { get; set; }

    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public string? Note { get; set; }

    [JsonIgnore]
    public int Cached { get; set; }

    [JsonRequired]
    public DateOnly Date { get; set; }

    public List<Line> Lines { get; set; } = [];
}
