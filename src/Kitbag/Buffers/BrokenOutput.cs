using System;
using System.Buffers;
using System.Globalization;

namespace Kitbag.Buffers
{
    /// <summary>The message about outputs that give less memory than was asked for: who writes into it does not look again.</summary>
    internal static class BrokenOutput
    {
        public static InvalidOperationException Of(IBufferWriter<byte> output, string method, int given, int asked) =>
            new InvalidOperationException("The output, a '" + output.GetType() + "', breaks the contract of IBufferWriter<byte>: " + method
                + " gave " + given.ToString(CultureInfo.InvariantCulture) + " bytes where at least "
                + asked.ToString(CultureInfo.InvariantCulture) + " were asked for.");
    }
}
