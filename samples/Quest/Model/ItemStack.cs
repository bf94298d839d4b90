namespace Quest.Model
{
    /// <summary>Several pieces of one item in a slot of an inventory.</summary>
    public struct ItemStack
    {
        public string ItemId { get; set; }
        public int Count { get; set; }
        public short? DurabilityLeft { get; set; }
    }
}
