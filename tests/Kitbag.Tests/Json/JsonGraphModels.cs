using System;
using System.Collections.Generic;
using System.Text.Json;
using System.Text.Json.Serialization;

namespace Kitbag.Tests.Json
{
    public class JNode
    {
        public int Value { get; set; }

        public JNode? Next { get; set; }

        public List<JNode?>? All { get; set; }
    }

    public class JRoom
    {
        public string Name { get; set; } = "";

        public Dictionary<string, JRoom>? Doors { get; set; }

        public JThing[]? Things { get; set; }

        public JPlace Place { get; set; }

        public JPlace? Other { get; set; }

        public JNote? Note { get; set; }
    }

    public struct JPlace
    {
        public int X { get; set; }

        public JRoom? Near { get; set; }
    }

    // Does not reach itself, so it is not tracked.
    public class JNote
    {
        public string? Text { get; set; }

        public List<int>? Numbers { get; set; }
    }

    [JsonDerivedType(typeof(JLamp), "lamp")]
    [JsonDerivedType(typeof(JChest), "chest")]
    public abstract class JThing
    {
        public JRoom? In { get; set; }

        public JThing? On { get; set; }
    }

    public class JLamp : JThing
    {
        public bool IsLit { get; set; }
    }

    public class JChest : JThing
    {
        public List<JThing>? Content { get; set; }

        public JLamp? Light { get; set; }
    }

    public record JPerson(string Name, JPerson? Friend)
    {
        public required int Age { get; init; }

        public IReadOnlyList<JPerson>? Children { get; init; }
    }

    public class JKey : IEquatable<JKey>
    {
        public string Name { get; set; } = "";

        public JKey? Owner { get; set; }

        public HashSet<JKey>? Set { get; set; }

        public Dictionary<JKey, int>? Counts { get; set; }

        public bool Equals(JKey? other) => other != null && other.Name == Name && other.Owner?.Name == Owner?.Name;

        public override bool Equals(object? obj) => Equals(obj as JKey);

        public override int GetHashCode() => HashCode.Combine(Name, Owner?.Name);
    }

    public class JKeyRoot
    {
        public HashSet<JKey>? Set { get; set; }

        public JKey? First { get; set; }
    }

    public class JCallback : IKitbagDeserialized
    {
        public static List<string> Log { get; } = new List<string>();

        public string Name { get; set; } = "";

        public JCallback? A { get; set; }

        public JCallback? B { get; set; }

        public void OnDeserialized() => Log.Add(Name + ":" + (A?.Name ?? "-") + (B?.Name ?? "-"));
    }

    public class JMenu : List<JMenu?>
    {
    }

    public class JTree : Dictionary<string, JTree?>
    {
    }

    public class JForest
    {
        public JMenu? Menu { get; set; }

        public JTree? Tree { get; set; }

        public JMenu? Again { get; set; }

        public List<JTree?>? Trees { get; set; }
    }

    public class JHolder
    {
        public JNode? A { get; set; }

        public List<JNode?>? Nodes { get; set; }

        public JNode? B { get; set; }
    }

    public class JKeeper
    {
        [JsonIgnore(Condition = JsonIgnoreCondition.Never)]
        public JKept Kept { get; set; } = new JKept();

        public int Number { get; set; }
    }

    public class JKept
    {
        public JKeeper? Keeper { get; set; }
    }

    /// <summary>Reaches no tracked class.</summary>
    public class JPlains
    {
        public JPlain? A { get; set; }

        public JPlain? B { get; set; }

        public List<JPlain>? L { get; set; }

        public JPlainKeeper? K { get; set; }

        public JPlainStruct S { get; set; }

        public Dictionary<string, string>? D { get; set; }

        public JPlainMore? J { get; set; }
    }

    public class JPlain
    {
        public int X { get; set; }
    }

    [KitbagKeepUnknown]
    public partial class JPlainKeeper
    {
        public int X { get; set; }
    }

    public struct JPlainStruct
    {
        public int X { get; set; }
    }

    public class JPlainMore
    {
        [JsonExtensionData]
        public Dictionary<string, JsonElement>? More { get; set; }
    }

    /// <summary>The type of a value of type object does not determine how deeply it is nested.</summary>
    public class JLoose
    {
        public object? Data { get; set; }

        public JLoose? Next { get; set; }
    }
}
