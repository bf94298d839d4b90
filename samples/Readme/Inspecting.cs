using Kitbag;
using Kitbag.Dynamic;

/// <summary>The calls of docs/dynamic.md.</summary>
public static class Inspecting
{
    public static void Read(byte[] bytes)
    {
        using KitbagDocument document = KitbagDocument.Open("slot1.kit");       // a mapped file; Parse and ParseBody take bytes
        foreach (KitbagMember member in document.Root.Members)
            Console.WriteLine(member.Name + " = " + member.Value);             // Bag = Item[1], Player = "Ada"
        string? name = document.Find("Bag[0].Name").GetString();               // Lamp
        foreach (KitbagNode item in document.Root["Bag"].Items)
            Console.WriteLine(item.Path + ": " + item["Rarity"].EnumName);     // Bag[0]: Common
        if (document.TryFind("Bag[^1].Count", out KitbagNode count) && count.GetInt64() > 5)
            Console.WriteLine(count.TypeName + " at " + count.Path);           // int at Bag[3].Count
    }

    public static void ReadParts(KitbagDocument document)
    {
        Item lamp = document.Find("Bag[0]").Deserialize<Item>();               // only this item is read
        Rarity rarity = document.Find("Bag[0].Rarity").Deserialize<Rarity>();
        foreach (KitbagNode item in document.Root["Bag"].Items.Where(item => item["Count"].GetInt64() > 5))
            Console.WriteLine(item.Deserialize<Item>().Name);
    }

    public static void ReadLog()
    {
        foreach (KitbagLogGroup group in KitbagLogGroup.Read("replay.kitlog", from: 17))
            Console.WriteLine(group.First + ": " + group.Document.Root[0]["Tick"]);
    }

    public static void Edit(KitbagDocument document, KitbagSchema schema)
    {
        document.Set("Player", "Grace");
        document.Set("Bag[0].Rarity", "Rare");                                 // what JSON has for the type there
        document.InsertJson("Bag[^0]", """{"Name":"Rope","Count":2}""");        // behind the last one
        document.Remove("Bag[0]");
        byte[] bytes = document.ToBytes();                                     // as KitbagSerializer writes the edited value

        string json = document.ToJson(KitbagJsonOptions.Text);
        KitbagDocument again = KitbagDocument.FromJson(json, schema, KitbagJsonOptions.Text);
    }

    public static void Look(KitbagDocument before, KitbagDocument after)
    {
        foreach (KitbagDifference difference in KitbagDocument.Compare(before, after).Differences)
            Console.WriteLine(difference);                                     // ~ Player: "Ada" → "Grace"
        foreach (KitbagSize size in after.Sizes().All())
            Console.WriteLine(size.Path + ": " + size.OwnBytes + " bytes, " + string.Join(", ", size.Encodings.Select(e => e.Name)));
        Console.WriteLine(after.ToCSharp());                                   // public sealed class Save { … }
    }
}
