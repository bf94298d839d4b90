using System.Runtime.Serialization;
using Kitbag;
using Newtonsoft.Json;
using Newtonsoft.Json.Converters;
using Newtonsoft.Json.Linq;

namespace FromNewtonsoft;

[JsonConverter(typeof(StringEnumConverter))]
public enum Mood { Calm, [EnumMember(Value = "very-angry")] Angry }

public abstract class Actor
{
    [JsonProperty("name")]
    public string Name { get; set; } = "";
}

public class Dog : Actor
{
    public Mood Mood { get; set; }
}

public class Hero : Actor
{
    [JsonProperty]
    private int _level = 1;

    public int Level() => _level;

    public void Advance() => _level++;
}

/// <summary>A type that was written for Newtonsoft.Json, with its attributes. Nothing was added for Kitbag.</summary>
public class Save
{
    [JsonProperty("no", Required = Required.Always)]
    public int Number { get; set; }

    [JsonProperty(NullValueHandling = NullValueHandling.Ignore)]
    public string? Note { get; set; }

    public DateTime Saved { get; set; }

    public List<Actor> Actors { get; set; } = [];

    [JsonExtensionData]
    public IDictionary<string, JToken>? Others { get; set; }

    [JsonIgnore]
    public int Angry { get; private set; }

    [OnDeserialized]
    private void OnDeserialized(StreamingContext context) => Angry = Actors.OfType<Dog>().Count(dog => dog.Mood == Mood.Angry);
}
