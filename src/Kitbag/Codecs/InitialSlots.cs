using System;
using Kitbag.Layout;
using Kitbag.Schema;
using Kitbag.Wire;

namespace Kitbag.Codecs
{
    /// <summary>
    /// Determines the slots of a new object by writing one. Created only for classes with initialized members, so that ahead-of-time
    /// compiled programs that write nothing contain no writers of other classes.
    /// </summary>
    internal sealed class InitialSlots
    {
        /// <summary>The slots of a new object; null if none can be created.</summary>
        /// <param name="codec">The codec of the objects.</param>
        public SlotValue[]? Of(Codec codec)
        {
            var w = new WireWriter(null, new WireSettings(KitbagNumbers.Compact));
            try
            {
                codec.WriteNew(ref w);
                SchemaType schema = codec.Schema;
                var row = new WireReader(w.Written, KitbagLimits.Default);
                var reader = new SlotReader(ref row, schema.ControlBits);
                var slots = new SlotValue[schema.MemberArray.Length];
                for (int i = 0; i < slots.Length; i++)
                    slots[i] = reader.Next(ref row, schema.MemberArray[i].Type.Slot);
                return slots;
            }
            catch (Exception e) when (e is KitbagException || UserCodeError.Is(e))
            {
                // Getters may reject a new object: Roles => _roles ?? throw ... . Reading an object does not call them.
                return null;
            }
            finally
            {
                w.Dispose();
            }
        }
    }
}
