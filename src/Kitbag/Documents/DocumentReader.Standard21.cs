using System.Runtime.CompilerServices;
using Kitbag.Codecs;

namespace Kitbag.Documents
{
    internal static partial class DocumentReader
    {
        /// <summary>Reads a body. It is no span, which as a parameter goes through memory in two halves and back in one piece.</summary>
        /// <param name="first">Its first byte.</param>
        /// <param name="length">How many bytes it has.</param>
        /// <param name="codec">The codec of the root.</param>
        /// <param name="source">How it is read.</param>
        /// <param name="options">The options of the call.</param>
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        public static T ReadBody<T>(ref byte first, int length, Codec<T> codec, in BodySource source, KitbagOptions options) =>
            ReadBodyAt(ref first, length, codec, source, options);
    }
}
