using System.Globalization;

namespace Kitbag.Codecs
{
    public sealed partial class CultureInfoCodec
    {
        // The runtime keeps every culture that it ever made, and would make one of nearly any name.
        private static CultureInfo Find(string name) => CultureInfo.GetCultureInfo(name, predefinedOnly: true);
    }
}
