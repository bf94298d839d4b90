namespace Quest.Content
{
    /// <summary>The members of every entry.</summary>
    public abstract class Named
    {
        public int Id { get; set; }
        public string Name { get; set; } = "";
        public string DisplayName { get; set; } = "";
    }
}
