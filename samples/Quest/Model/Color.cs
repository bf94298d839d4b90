namespace Quest.Model
{
    /// <summary>Red, green, blue and how opaque.</summary>
    public struct Color
    {
        public byte R;
        public byte G;
        public byte B;
        public byte A;
    }
}
