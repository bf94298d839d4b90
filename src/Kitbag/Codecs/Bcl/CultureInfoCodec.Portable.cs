using System.Globalization;

namespace Kitbag.Codecs
{
    public sealed partial class CultureInfoCodec
    {
        private static CultureInfo Find(string name) => CultureInfo.GetCultureInfo(name);
    }
}
