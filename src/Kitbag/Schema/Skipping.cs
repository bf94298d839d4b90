using Kitbag.Layout;
using Kitbag.Wire;

namespace Kitbag.Schema
{
    /// <summary>Passes over values that the reader has no use for: a walk that reports to nobody.</summary>
    internal static class Skipping
    {
        /// <summary>Passes over the payload of a value whose slot has been read.</summary>
        public static void SkipPayload(ref WireReader r, SchemaType type, in SlotValue slot)
        {
            SilentVisitor nobody = default;
            SchemaWalker<SilentVisitor>.Walk(ref r, ref nobody, type, slot);
        }

        /// <summary>Passes over a column.</summary>
        public static void SkipColumn(ref WireReader r, SchemaType type, int count)
        {
            SilentVisitor nobody = default;
            SchemaWalker<SilentVisitor>.WalkColumn(ref r, ref nobody, type, count);
        }
    }
}
