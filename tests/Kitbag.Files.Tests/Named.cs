namespace Kitbag.Files.Tests
{
    /// <summary>The class of the worked examples.</summary>
    public class Named
    {
        public int Id { get; set; }

        public string? Name { get; set; }
    }
}
