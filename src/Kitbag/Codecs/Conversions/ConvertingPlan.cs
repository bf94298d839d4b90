using System;
using System.Runtime.InteropServices;
using Kitbag.Buffers;
using Kitbag.Layout;
using Kitbag.Schema;
using Kitbag.Wire;

namespace Kitbag.Codecs
{
    /// <summary>
    /// Represents a plan that reads values of a type from values that were written as a type of another form: a number as another kind of
    /// number, or one value as a list.
    /// </summary>
    /// <typeparam name="T">The reader's type.</typeparam>
    internal abstract class ConvertingPlan<T> : ReadPlan
    {
        protected ConvertingPlan(SchemaType writer, params ReadPlan?[] parts)
            : base(writer, parts)
        {
        }

        /// <summary>Reads the value in a row.</summary>
        public abstract T ReadSlot(ref WireReader r, in SlotValue slot);

        /// <summary>Reads a column.</summary>
        public abstract void ReadColumn(ref WireReader r, Span<T> values);

        /// <summary>Reads a column of nullable values into a type that may have no null.</summary>
        /// <param name="r">The reader.</param>
        /// <param name="values">The destination; nulls become default values.</param>
        /// <param name="present">Receives which values are not null; all true before.</param>
        public virtual void ReadOptional(ref WireReader r, Span<T> values, Span<bool> present) => ReadColumn(ref r, values);

        /// <summary>Reads a column of references as values, each like the slot of a row.</summary>
        /// <param name="r">The reader.</param>
        /// <param name="values">The destination.</param>
        /// <param name="present">Receives false for nulls, which become default values; empty if nulls are read like others.</param>
        protected void ReadReferences(ref WireReader r, Span<T> values, Span<bool> present = default)
        {
            ScratchMark mark = r.Mark();
            Span<uint> prefixes = r.Rent<uint>(values.Length);
            IntegerColumn.Read(ref r, MemoryMarshal.AsBytes(prefixes), IntegerKind.UInt32);
            for (int i = 0; i < values.Length; i++)
            {
                if (prefixes[i] == 0 && !present.IsEmpty)
                {
                    present[i] = false;
                    values[i] = default!;
                    continue;
                }
                try
                {
                    values[i] = ReadSlot(ref r, new SlotValue { Bits = prefixes[i], IsPresent = prefixes[i] != 0 });
                }
                catch (KitbagException e)
                {
                    e.At(i);
                    throw;
                }
            }
            r.Release(mark);
        }

        /// <summary>Gets the plan of the part.</summary>
        protected ReadPlan? Part => Parts[0];
    }

    /// <summary>Creates the message about null in a document if the reader's type has no null.</summary>
    internal static class NullValues
    {
        /// <summary>Null as a value of the reader's type.</summary>
        /// <exception cref="KitbagException">The type has none.</exception>
        public static T Read<T>(scoped ref WireReader r, SchemaType reader) => default(T) is null ? default! : throw Error(ref r, reader);

        /// <summary>Reads the null mask of a column of nullables; returns the number of present values.</summary>
        /// <exception cref="KitbagException">Some values are null, and the reader's type has no null.</exception>
        public static int ReadPresent(scoped ref WireReader r, Span<bool> bits, SchemaType reader, bool hasNull)
        {
            r.ReadBits(bits);
            int count = BitSets.Count(bits);
            return count == bits.Length || hasNull ? count : throw Error(ref r, reader).At(bits.IndexOf(false));
        }

        public static KitbagException Error(scoped ref WireReader r, SchemaType reader) => Error(reader, r.Position);

        public static KitbagException Error(SchemaType reader, long offset) => new KitbagException(
            KitbagErrorReason.SchemaMismatch,
            "Found null where a '" + reader + "' is expected, which "
                + (reader.Kind is SchemaKind.Object or SchemaKind.Record ? "is a struct." : "cannot be null."), offset);
    }
}
