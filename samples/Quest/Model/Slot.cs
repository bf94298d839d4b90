namespace Quest.Model
{
    /// <summary>The data that a list of saves shows without loading a world.</summary>
    public class Slot
    {
        public string Name { get; set; } = "";
        public int Revision { get; set; }
    }
}
