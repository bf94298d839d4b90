namespace Kitbag.Layout
{
    /// <summary>
    /// Where a reader of rows loads control bits anew: so many are loaded at a time, from the start of a byte, and those of one slot are
    /// always loaded together.
    /// </summary>
    internal struct ControlWindow
    {
        private const int Bits = 64;

        private int _next, _start;

        /// <summary>Whether the bits of the next slots are in another load than those before them.</summary>
        public readonly bool Opens(int bits) => _next == 0 || _next + bits - _start > Bits;

        /// <summary>Goes on by the control bits of a slot.</summary>
        /// <returns>Where the bits are to be loaded; -1 where they are loaded already.</returns>
        public int Add(int bits)
        {
            int first = -1;
            if (Opens(bits))
            {
                first = _next;
                _start = _next & ~7;
            }
            _next += bits;
            return first;
        }
    }
}
