namespace Quest.Content
{
    /// <summary>A kind of item.</summary>
    public class Item : Named
    {
        public int StackSize { get; set; }
        public string[]? EnchantCategories { get; set; }
        public int? MaxDurability { get; set; }
        public string[]? RepairWith { get; set; }
    }
}
