// The types of version 1 of the game, to write an old save.
namespace Game.App.Old
{
    public class Town
    {
        public string Title { get; set; } = "";
        public int Coins { get; set; }
        public Rank Rank { get; set; }
        public Tint Tint { get; set; }
        public string Motto { get; set; } = "";
        public Item Gift { get; set; } = new("", 0);
        public int Mayor { get; set; }
        public int? Guard { get; set; }
        public List<int> Taxes { get; set; } = [];
        public double Width { get; set; }
    }

    public enum Rank : byte { Hamlet, Town }

    public enum Tint { Red, Green, Unused }

    public record Item(string Name, int Count);
}

namespace Game.App.New
{
    public class Town
    {
        [Kitbag.KitbagFormerName("Title")]
        public string Name { get; set; } = "";
        public long Coins { get; private set; }
        public Rank Rank { get; set; }
        public Tint Tint { get; set; }
        public string? Motto { get; set; }
        public Item Gift { get; set; } = new("", 0);
        public int? Mayor { get; set; }
        public int Guard { get; set; }
        public List<int> Taxes { get; } = [];
        public float Width { get; set; }
        public int Founded { get; set; } = 1200;
        public List<string> Streets { get; } = ["Main Street"];
    }

    public enum Rank { Hamlet, Village, Town, City }

    public enum Tint { Blue, Red, Green }

    public record Item(string Name, int Count, bool IsMagic = true);
}
