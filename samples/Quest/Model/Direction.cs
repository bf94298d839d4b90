namespace Quest.Model
{
    /// <summary>Where an exit leads.</summary>
    public enum Direction : byte
    {
        North,
        East,
        South,
        West,
        Up = 10,
        Down,
    }
}
