using Kitbag;

namespace Game.Core;

public class Quest
{
    public string Title { get; set; } = "";
}

public class Journal
{
    public List<Quest> Quests { get; } = [];

    public byte[] Save() => KitbagSerializer.Serialize(this);

    public static Journal Load(byte[] document) => KitbagSerializer.Deserialize<Journal>(document);
}
