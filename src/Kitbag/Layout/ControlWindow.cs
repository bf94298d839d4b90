namespace Kitbag.Layout
{
    /// <summary>
    /// Determines where a reader of rows loads control bits: a fixed number is loaded at a time, starting at a byte, and the bits of one
    /// slot are always loaded together.
    /// </summary>
    internal struct ControlWindow
    {
        private const int Bits = 64;

        private int _next, _start;

        /// <summary>Whether the bits of the next slot need another load.</summary>
        public readonly bool Opens(int bits) => _next == 0 || _next + bits - _start > Bits;

        /// <summary>Advances by the control bits of a slot.</summary>
        /// <returns>The position to load the bits from; -1 if they are already loaded.</returns>
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
