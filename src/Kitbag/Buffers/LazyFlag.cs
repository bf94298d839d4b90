namespace Kitbag.Buffers
{
    /// <summary>
    /// A Boolean that is determined on first use, possibly by several threads. A <c>bool?</c> is written in two parts, so another thread
    /// might see that it has a value before it sees the value; this type is written atomically.
    /// </summary>
    internal struct LazyFlag
    {
        private const byte No = 1, Yes = 2;

        // 0 while it is unknown.
        private byte _state;

        /// <summary>The value; null while it is unknown.</summary>
        public readonly bool? Value
        {
            get
            {
                byte state = _state;
                return state == 0 ? (bool?)null : state == Yes;
            }
        }

        /// <summary>Sets the value, and returns it.</summary>
        public bool Set(bool value)
        {
            _state = value ? Yes : No;
            return value;
        }
    }
}
