using System;
using System.Buffers;
using System.Globalization;

namespace Kitbag.Buffers
{
    /// <summary>
    /// The exception for outputs that return less memory than requested; code that writes to the memory does not check its length again.
    /// </summary>
    internal static class BrokenOutput
    {
        public static InvalidOperationException Of(IBufferWriter<byte> output, string method, int given, int asked) =>
            new InvalidOperationException("The output, a '" + output.GetType() + "', breaks the contract of IBufferWriter<byte>: " + method
                + " gave " + given.ToString(CultureInfo.InvariantCulture) + " bytes where at least "
                + asked.ToString(CultureInfo.InvariantCulture) + " were asked for.");
    }
}
