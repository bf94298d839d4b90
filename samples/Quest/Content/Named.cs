namespace Quest.Content
{
    /// <summary>What every entry has.</summary>
    public abstract class Named
    {
        public int Id { get; set; }
        public string Name { get; set; } = "";
        public string DisplayName { get; set; } = "";
    }
}
