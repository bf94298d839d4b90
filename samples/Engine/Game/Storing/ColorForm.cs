using Kitbag;
using Xna;

namespace Engine.Storing;

/// <summary>How a color is stored: its parts, by name. It keeps them to itself, and a constructor makes it of them.</summary>
[KitbagSurrogate(typeof(Color))]
public struct ColorForm
{
    public byte R;
    public byte G;
    public byte B;
    public byte A;

    public static implicit operator ColorForm(Color color) => new() { R = color.R, G = color.G, B = color.B, A = color.A };

    public static implicit operator Color(ColorForm form) => new(form.R, form.G, form.B, form.A);
}
