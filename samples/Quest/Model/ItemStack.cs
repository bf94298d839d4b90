namespace Quest.Model
{
    /// <summary>Some of the same item in one place of an inventory.</summary>
    public struct ItemStack
    {
        public string ItemId { get; set; }
        public int Count { get; set; }
        public short? DurabilityLeft { get; set; }
    }
}
