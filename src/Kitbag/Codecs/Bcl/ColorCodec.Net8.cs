using System;
using System.ComponentModel;
using System.Drawing;
using System.Globalization;

namespace Kitbag.Codecs
{
    /// <summary>
    /// <see cref="Color"/>: the name of a color that .NET knows, otherwise its components as in <c>"#FF336699"</c>, alpha first. The color
    /// that was never assigned is an empty string.
    /// </summary>
    [CodecFor(typeof(Color), CodecShape.Surrogate)]
    [EditorBrowsable(EditorBrowsableState.Never)]
    public sealed class ColorCodec : TextCodec<Color>
    {
        /// <summary>The only instance.</summary>
        public static readonly ColorCodec Instance = new ColorCodec();

        private ColorCodec()
        {
        }

        /// <inheritdoc/>
        protected override string ToSurrogate(Color value)
        {
            if (value.IsEmpty)
                return "";
            if (!value.IsNamedColor)
                return "#" + value.ToArgb().ToString("X8", CultureInfo.InvariantCulture);
            return value.IsKnownColor ? value.Name
                : throw new KitbagException(KitbagErrorReason.NotSupported, ".NET does not know a color named '" + value.Name + "'.");
        }

        /// <inheritdoc/>
        protected override Color FromSurrogate(string surrogate)
        {
            if (surrogate.Length == 0)
                return Color.Empty;
            if (surrogate[0] == '#' && surrogate.Length is 7 or 9
                && uint.TryParse(surrogate.AsSpan(1), NumberStyles.AllowHexSpecifier, CultureInfo.InvariantCulture, out uint argb))
                return Color.FromArgb((int)(surrogate.Length == 7 ? argb | 0xFF000000 : argb));
            if (surrogate.IndexOf(',') >= 0)
                return OfComponents(surrogate.Split(','));
            return Color.FromName(surrogate) is { IsKnownColor: true } known ? known : throw Invalid();
        }

        // As Newtonsoft.Json writes it: "red, green, blue", with alpha before them unless the color is opaque.
        private static Color OfComponents(string[] texts)
        {
            var components = new byte[texts.Length];
            for (int i = 0; i < texts.Length; i++)
            {
                if (!byte.TryParse(texts[i], NumberStyles.Integer, CultureInfo.InvariantCulture, out components[i]))
                    throw Invalid();
            }
            return components.Length switch
            {
                3 => Color.FromArgb(components[0], components[1], components[2]),
                4 => Color.FromArgb(components[0], components[1], components[2], components[3]),
                _ => throw Invalid(),
            };
        }

        private static FormatException Invalid() =>
            new FormatException("It is neither the name of a color, nor '#' and two digits for each of alpha, red, green and blue.");
    }
}
