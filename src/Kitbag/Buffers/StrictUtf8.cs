using System.Text;

namespace Kitbag.Buffers
{
    /// <summary>UTF-8 that loses nothing: what is no UTF-8, or half of a surrogate pair, is an exception.</summary>
    internal static class StrictUtf8
    {
        public static readonly UTF8Encoding Encoding = new UTF8Encoding(encoderShouldEmitUTF8Identifier: false, throwOnInvalidBytes: true);
    }
}
