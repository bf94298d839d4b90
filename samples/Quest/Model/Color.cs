namespace Quest.Model
{
    /// <summary>A color with an alpha channel.</summary>
    public struct Color
    {
        public byte R;
        public byte G;
        public byte B;
        public byte A;
    }
}
