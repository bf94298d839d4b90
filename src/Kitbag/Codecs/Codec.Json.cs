using System.ComponentModel;
using System.Runtime.CompilerServices;
using Kitbag.Json;
using Kitbag.Schema;

namespace Kitbag.Codecs
{
    // How JSON is read into what a member holds already.
    public abstract partial class Codec<T>
    {
        /// <summary>Writes a member of an object as JSON, its name and its value, unless it is left out. For generated code.</summary>
        /// <param name="w">Where to.</param>
        /// <param name="name">The member's name, which knows whether a default is left out.</param>
        /// <param name="value">The member's value.</param>
        [EditorBrowsable(EditorBrowsableState.Never)]
        [MethodImpl(MethodImplOptions.AggressiveInlining)] // Where it is called, the codec's class is known: WriteJson is called directly.
        public void WriteMember(ref JsonWriter w, JsonName name, T value)
        {
            if (w.TryWriteName(name) || WriteNameElsewhere(ref w, name, value))
                WriteJson(ref w, value);
        }

        // Names that may be left out take this way, so that members that are always written ask no question of their own.
        [MethodImpl(MethodImplOptions.NoInlining)]
        private bool WriteNameElsewhere(ref JsonWriter w, JsonName name, T value)
        {
            if (name.OmitsDefault && name.Omits(IsDefault(value)))
                return false;
            w.WriteNameElsewhere(name);
            return true;
        }

        /// <summary>
        /// Reads a value from JSON into an object that its owner's constructor made. Null changes nothing. For generated code.
        /// </summary>
        /// <param name="r">Where from; before the value.</param>
        /// <param name="target">What the constructor made.</param>
        /// <exception cref="KitbagException">Something else stands there, or there is nothing to populate.</exception>
        [EditorBrowsable(EditorBrowsableState.Never)]
        public void PopulateJson(ref JsonReader r, T target)
        {
            r.Peek();
            int start = r.Position;
            // An array without elements is null, as it is for a member with a setter, except where it is a collection.
            if (r.TryReadNull() || (Schema.Kind is not (SchemaKind.Sequence or SchemaKind.Map) && r.TryPassNullArray()))
                return;
            try
            {
                if (target is null)
                    throw new KitbagException(KitbagErrorReason.NotSupported, NothingToPopulate);
                MigrateJsonInto(ref r, target);
            }
            catch (KitbagException e)
            {
                if (e.Offset < 0)
                    e.MoveTo(start);
                throw;
            }
        }

        /// <summary>Reads a value that was passed over before its owner could be made. For generated code.</summary>
        /// <param name="r">Where from; stays where it is.</param>
        /// <param name="target">What the constructor made.</param>
        /// <param name="position">Where the value stands.</param>
        /// <exception cref="KitbagException">Something else stands there, or there is nothing to populate.</exception>
        [EditorBrowsable(EditorBrowsableState.Never)]
        public void PopulateJson(ref JsonReader r, T target, int position)
        {
            // The owner has ended; the value stands in it.
            int here = r.Position, depth = r.Depth;
            r.MoveTo(position, depth + 1);
            PopulateJson(ref r, target);
            r.MoveTo(here, depth);
        }

        /// <summary>
        /// Reads a value from JSON into what a member holds, as [JsonObjectCreationHandling(Populate)] asks: elements and keys are added to
        /// a collection, members of an object are set. What cannot be changed is replaced. For generated code.
        /// </summary>
        /// <param name="r">Where from; before the value.</param>
        /// <param name="current">What the member holds.</param>
        /// <param name="isSettable">Whether the member has a setter; where it has none, null changes nothing.</param>
        /// <returns>What the member is to be set to.</returns>
        /// <exception cref="KitbagException">Something else stands there, or there is nothing to populate.</exception>
        [EditorBrowsable(EditorBrowsableState.Never)]
        public T ExtendJson(ref JsonReader r, T current, bool isSettable)
        {
            if (r.TryReadNull())
                return isSettable ? default! : current;
            if (current is not null)
                return Extend(ref r, current);
            return isSettable ? ReadJson(ref r) : throw r.Error(KitbagErrorReason.NotSupported, NothingToPopulate);
        }

        /// <summary>Adds what JSON has to a value, neither of them null.</summary>
        private protected virtual T Extend(ref JsonReader r, T current) => ReadJson(ref r);
    }
}
