namespace Xna;

/// <summary>A color, packed as graphics cards expect it.</summary>
public readonly struct Color
{
    private readonly uint _packed;

    public Color(byte r, byte g, byte b, byte a = 255)
    {
        _packed = (uint)(r | g << 8 | b << 16 | a << 24);
    }

    public byte R => (byte)_packed;

    public byte G => (byte)(_packed >> 8);

    public byte B => (byte)(_packed >> 16);

    public byte A => (byte)(_packed >> 24);

    public override string ToString() => $"#{R:x2}{G:x2}{B:x2}{A:x2}";
}
