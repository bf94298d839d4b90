using System.ComponentModel;
using System.Runtime.CompilerServices;
using Kitbag.Json;
using Kitbag.Schema;

namespace Kitbag.Codecs
{
    // Reads JSON into the existing value of a member.
    public abstract partial class Codec<T>
    {
        /// <summary>Writes the name and the value of an object's member as JSON, unless it is omitted. Called by generated code.</summary>
        /// <param name="w">The writer.</param>
        /// <param name="name">The name of the member, which specifies whether a default value is omitted.</param>
        /// <param name="value">The value of the member.</param>
        [EditorBrowsable(EditorBrowsableState.Never)]
        [MethodImpl(MethodImplOptions.AggressiveInlining)] // Where it is called, the codec's class is known: WriteJson is called directly.
        public void WriteMember(ref JsonWriter w, JsonName name, T value)
        {
            if (w.TryWriteName(name) || WriteNameElsewhere(ref w, name, value))
                WriteJson(ref w, value);
        }

        // A separate method for names that may be omitted, so that members that are always written need no further check.
        [MethodImpl(MethodImplOptions.NoInlining)]
        private bool WriteNameElsewhere(ref JsonWriter w, JsonName name, T value)
        {
            if (name.OmitsDefault)
            {
                bool isDefault = IsDefaultInJson(ref w, value);
                w.HasFoundNonDefault |= name == JsonName.Probe && !isDefault;
                if (name.Omits(isDefault))
                    return false;
            }
            w.WriteNameElsewhere(name);
            return true;
        }

        /// <summary>
        /// Returns whether a value is the default of its type, so that a member with this value may be omitted. Unlike <see
        /// cref="IsDefault"/>, this method examines the members of structs.
        /// </summary>
        internal virtual bool IsDefaultInJson(ref JsonWriter w, T value) => IsDefault(value);

        /// <summary>
        /// Reads a value from JSON into an object that the constructor of its owner created. Null changes nothing. Called by generated
        /// code.
        /// </summary>
        /// <param name="r">The reader, before the value.</param>
        /// <param name="target">The object that the constructor created.</param>
        /// <exception cref="KitbagException">The JSON has another kind of value, or there is no object to populate.</exception>
        [EditorBrowsable(EditorBrowsableState.Never)]
        public void PopulateJson(ref JsonReader r, T target)
        {
            r.Peek();
            int start = r.Position;
            // An array without elements means null, as for a member with a setter, unless the type is a collection.
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

        /// <summary>Reads a value that was skipped before its owner could be created. Called by generated code.</summary>
        /// <param name="r">The reader, whose position does not change.</param>
        /// <param name="target">The object that the constructor created.</param>
        /// <param name="position">The position of the value.</param>
        /// <exception cref="KitbagException">The JSON has another kind of value, or there is no object to populate.</exception>
        [EditorBrowsable(EditorBrowsableState.Never)]
        public void PopulateJson(ref JsonReader r, T target, int position)
        {
            // The end of the owner has been read; the value is nested in it.
            int here = r.Position, depth = r.Depth;
            r.MoveTo(position, depth + 1);
            PopulateJson(ref r, target);
            r.MoveTo(here, depth);
        }

        /// <summary>
        /// Reads a value from JSON into the value of a member, according to [JsonObjectCreationHandling(Populate)]: elements and keys are
        /// added to a collection, members of an object are set. Immutable values are replaced. Called by generated code.
        /// </summary>
        /// <param name="r">The reader, before the value.</param>
        /// <param name="current">The current value of the member.</param>
        /// <param name="isSettable">Whether the member has a setter; if not, null changes nothing.</param>
        /// <returns>The new value of the member.</returns>
        /// <exception cref="KitbagException">The JSON has another kind of value, or there is no object to populate.</exception>
        [EditorBrowsable(EditorBrowsableState.Never)]
        public T ExtendJson(ref JsonReader r, T current, bool isSettable)
        {
            if (r.TryReadNull())
                return isSettable ? default! : current;
            if (current is not null)
                return Extend(ref r, current);
            return isSettable ? ReadJson(ref r) : throw r.Error(KitbagErrorReason.NotSupported, NothingToPopulate);
        }

        /// <summary>Adds JSON to a value. Neither is null.</summary>
        private protected virtual T Extend(ref JsonReader r, T current) => ReadJson(ref r);
    }
}
