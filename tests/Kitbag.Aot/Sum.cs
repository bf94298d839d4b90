using System.Globalization;

namespace Kitbag.Aot
{
    /// <summary>A hash of texts and bytes that is the same on each runtime.</summary>
    internal sealed class Sum
    {
        private ulong _hash = 14695981039346656037UL;

        public string Text => _hash.ToString("x16", CultureInfo.InvariantCulture);

        public void Add(string text)
        {
            foreach (char c in text)
                _hash = (_hash ^ c) * 1099511628211UL;
        }

        public void Add(byte[] bytes)
        {
            foreach (byte b in bytes)
                _hash = (_hash ^ b) * 1099511628211UL;
        }
    }
}
