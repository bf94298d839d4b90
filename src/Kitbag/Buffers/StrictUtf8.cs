using System.Text;

namespace Kitbag.Buffers
{
    /// <summary>UTF-8 without loss: invalid UTF-8 and lone surrogates cause exceptions.</summary>
    internal static class StrictUtf8
    {
        public static readonly UTF8Encoding Encoding = new UTF8Encoding(encoderShouldEmitUTF8Identifier: false, throwOnInvalidBytes: true);
    }
}
