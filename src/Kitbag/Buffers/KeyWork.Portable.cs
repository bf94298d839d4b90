namespace Kitbag.Buffers
{
    internal sealed partial class KeyWork
    {
        // Mono has the same hash codes of strings in each process.
        private const bool TextHashesAreRandom = false;

        // Mono's tables leave the sign out.
        private const uint HashBits = int.MaxValue;
    }
}
