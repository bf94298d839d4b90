namespace Quest.Model
{
    /// <summary>The direction of an exit.</summary>
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
