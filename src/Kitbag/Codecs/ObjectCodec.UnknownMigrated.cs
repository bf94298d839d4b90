using Kitbag.Wire;

namespace Kitbag.Codecs
{
    // Unknown members of an object that a migration creates: those that the object of the older type kept.
    public abstract partial class ObjectCodec<T>
    {
        internal sealed override void ReadKept(ref WireReader r, T value, Codec older, object? old, KitbagUnknownCases unknownCases)
        {
            if (KeepsUnknown && older.KeepsUnknown && older.KeptOf(old) is { Block: { } } kept)
                ReaderOfUnknown().ReadMigrated(ref r, value, kept, unknownCases);
        }

        private void ReadMigrated(ref WireReader r, T value, KitbagUnknown kept, KitbagUnknownCases unknownCases)
        {
            KeptBlock block = kept.Block!;
            // The block may contain the members of other objects as well.
            KeptBlock own = block.Count == 1 ? block : KeptBlock.Of(block.Shape, new[] { block.Values[kept.Index] });
            SetUnknown(value, new KitbagUnknown(own, 0));
            ReadAll(ref r, own, new[] { value }, Resolve(own, UnknownMembers.OfNothing, unknownCases));
        }
    }
}
