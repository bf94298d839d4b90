using System.Globalization;

namespace Kitbag.Codecs
{
    internal readonly partial struct Number
    {
        // The framework's text, which is that of FloatText: the tables of that one are part of a program only where it has JSON.
        private static string FloatString(float value) => value.ToString(CultureInfo.InvariantCulture);

        private static string FloatString(double value) => value.ToString(CultureInfo.InvariantCulture);
    }
}
