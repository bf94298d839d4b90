using System;
using System.Threading;

namespace Kitbag.Dynamic
{
    /// <summary>
    /// The schemas of the documents that were read last, so that many documents of one schema have it and its codecs made once. Bounded in
    /// number and size.
    /// </summary>
    internal static class RecentSchemas
    {
        private const int Most = 16, MostBytes = 1 << 16;

        private static readonly KitbagSchema?[] s_recent = new KitbagSchema?[Most];
        private static int s_next;

        /// <summary>Reads a schema, unless it is cached.</summary>
        /// <exception cref="KitbagException">The bytes are not a schema, or exceed a limit.</exception>
        public static KitbagSchema Get(ReadOnlySpan<byte> bytes, KitbagLimits limits)
        {
            // Other limits might reject schemas that these accept.
            if (limits != KitbagLimits.Default || bytes.Length > MostBytes)
                return KitbagSchema.Parse(bytes, limits);
            foreach (KitbagSchema? recent in s_recent)
            {
                if (recent != null && recent.Bytes.SequenceEqual(bytes))
                    return recent;
            }
            KitbagSchema schema = KitbagSchema.Parse(bytes, limits);
            Volatile.Write(ref s_recent[(uint)Interlocked.Increment(ref s_next) % Most], schema);
            return schema;
        }
    }
}
