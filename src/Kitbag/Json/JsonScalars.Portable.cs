using System;

namespace Kitbag.Json
{
    internal static partial class JsonScalars
    {
        private static void Format(in Guid value, Span<byte> text) => GuidText.Write(value, ref text[0]);
    }
}
