namespace Kitbag.Buffers
{
    internal sealed partial class KeyWork
    {
        // The runtime uses a random seed in each process; its tables use it once strings collide.
        private const bool TextHashesAreRandom = true;

        private const uint HashBits = uint.MaxValue;
    }
}
