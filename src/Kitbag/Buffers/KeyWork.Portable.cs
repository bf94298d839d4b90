namespace Kitbag.Buffers
{
    internal sealed partial class KeyWork
    {
        // Mono computes the same hash codes of strings in each process.
        private const bool TextHashesAreRandom = false;

        // Mono's tables ignore the sign.
        private const uint HashBits = int.MaxValue;
    }
}
