namespace Kitbag.Buffers
{
    /// <summary>
    /// A yes or no that is found out when it is first asked for, by several threads perhaps. A <c>bool?</c> is stored in two parts, so that
    /// another thread may see that it is known before it sees what it is; this is stored at once.
    /// </summary>
    internal struct LazyFlag
    {
        private const byte No = 1, Yes = 2;

        // 0 while it is not known.
        private byte _state;

        /// <summary>What it is; null while it is not known.</summary>
        public readonly bool? Value
        {
            get
            {
                byte state = _state;
                return state == 0 ? (bool?)null : state == Yes;
            }
        }

        /// <summary>Sets it, and returns it.</summary>
        public bool Set(bool value)
        {
            _state = value ? Yes : No;
            return value;
        }
    }
}
