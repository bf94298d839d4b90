namespace Xna;

/// <summary>A part of the screen or of a texture.</summary>
public struct Rectangle
{
    public int X;
    public int Y;
    public int Width;
    public int Height;

    public Rectangle(int x, int y, int width, int height)
    {
        X = x;
        Y = y;
        Width = width;
        Height = height;
    }

    public override string ToString() => $"{Width}x{Height} at ({X}, {Y})";
}
