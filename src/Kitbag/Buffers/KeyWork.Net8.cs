namespace Kitbag.Buffers
{
    internal sealed partial class KeyWork
    {
        // The runtime draws a new seed in each process; its tables fall back to it where strings collide.
        private const bool TextHashesAreRandom = true;

        private const uint HashBits = uint.MaxValue;
    }
}
