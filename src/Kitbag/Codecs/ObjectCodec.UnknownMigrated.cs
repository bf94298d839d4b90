using Kitbag.Wire;

namespace Kitbag.Codecs
{
    // Unknown members of an object that a migration creates: those that the object of the older type kept.
    public abstract partial class ObjectCodec<T>
    {
        /// <summary>Reads unknown members that an object of an older type has kept.</summary>
        /// <param name="r">The reader of the document.</param>
        /// <param name="value">The object that a migration has created of the older one.</param>
        /// <param name="kept">The unknown members.</param>
        internal void ReadKept(ref WireReader r, T value, KitbagUnknown kept)
        {
            if (kept.Block != null)
                ReaderOfUnknown().ReadMigrated(ref r, value, kept);
        }

        private void ReadMigrated(ref WireReader r, T value, KitbagUnknown kept)
        {
            KeptBlock block = kept.Block!;
            // The block may contain the members of other objects as well.
            KeptBlock own = block.Count == 1 ? block : KeptBlock.Of(block.Shape, new[] { block.Values[kept.Index] });
            SetUnknown(value, new KitbagUnknown(own, 0));
            ReadAll(ref r, own, new[] { value }, Resolve(own, UnknownMembers.OfNothing));
        }
    }
}
