using Kitbag.Layout;
using Kitbag.Wire;

namespace Kitbag.Schema
{
    /// <summary>Skips values that the reader does not need, with a walk that reports nothing.</summary>
    internal static class Skipping
    {
        /// <summary>Passes over the payload of a value whose slot has been read.</summary>
        public static void SkipPayload(ref WireReader r, SchemaType type, in SlotValue slot)
        {
            SilentVisitor nobody = default;
            SchemaWalker<SilentVisitor>.Walk(ref r, ref nobody, type, slot);
        }

        /// <summary>Skips a column.</summary>
        public static void SkipColumn(ref WireReader r, SchemaType type, int count)
        {
            SilentVisitor nobody = default;
            SchemaWalker<SilentVisitor>.WalkColumn(ref r, ref nobody, type, count);
        }
    }
}
