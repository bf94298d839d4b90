using System;
using Kitbag.Buffers;
using Kitbag.Layout;
using Kitbag.Schema;
using Kitbag.Wire;

namespace Kitbag.Codecs
{
    /// <summary>Reads values as the type in older documents, and calls a method of the program to create the present values.</summary>
    /// <typeparam name="T">The present type.</typeparam>
    internal abstract class MigratingPlan<T> : ConvertingPlan<T>
    {
        protected MigratingPlan(SchemaType writer, ReadPlan? part)
            : base(writer, part)
        {
            IsMigration = true;
        }

        /// <summary>The method's name, with that of its type.</summary>
        public abstract string Method { get; }

        /// <summary>Reads values that the document omits because they are the default of the written type.</summary>
        public abstract void ReadAbsent(ref WireReader r, Span<T> values);

        /// <summary>Reads a column of values that may be null although the type has no null.</summary>
        /// <param name="r">The reader.</param>
        /// <param name="values">The destination, with the default for null.</param>
        /// <param name="present">The null mask.</param>
        public abstract override void ReadOptional(ref WireReader r, Span<T> values, Span<bool> present);

        /// <summary>Reports that the method would now be called, if its argument was read from memory outside of the document.</summary>
        public abstract void Reach(scoped ref WireReader r);
    }

    /// <inheritdoc/>
    internal sealed class MigratingPlan<TOld, TNew> : MigratingPlan<TNew>
    {
        private readonly Migration<TOld, TNew> _migration;
        private readonly Codec<TOld> _old;
        private readonly Codec<TNew> _new;

        public MigratingPlan(Migration<TOld, TNew> migration, Codec<TOld> old, Codec<TNew> target, SchemaType writer, ReadPlan? part)
            : base(writer, part)
        {
            _migration = migration;
            _old = old;
            _new = target;
            SeesReferences = old.References != References.None;
        }

        public override string Method => _migration.Method;

        /// <summary>
        /// Gets or initializes how values of a union are handled whose types the program lacks, in members that older programs kept.
        /// </summary>
        public KitbagUnknownCases KeptCases { get; init; }

        public override TNew ReadSlot(ref WireReader r, in SlotValue slot)
        {
            if (slot.IsPresent)
                return Migrate(ref r, _old.ReadSlotByPlan(ref r, slot, Part), -1);
            ScratchMark mark = r.Mark();
            Span<TOld> old = r.Rent<TOld>(1);
            _old.ReadAbsentByPlan(ref r, old, Part);
            TNew value = Migrate(ref r, old[0], -1);
            r.Release(mark);
            return value;
        }

        public override void ReadColumn(ref WireReader r, Span<TNew> values)
        {
            ScratchMark mark = r.Mark();
            Span<TOld> old = r.Rent<TOld>(values.Length);
            _old.ReadColumnByPlan(ref r, old, Part);
            MigrateAll(ref r, old, values);
            r.Release(mark);
        }

        public override void ReadAbsent(ref WireReader r, Span<TNew> values)
        {
            ScratchMark mark = r.Mark();
            Span<TOld> old = r.Rent<TOld>(values.Length);
            _old.ReadAbsentByPlan(ref r, old, Part);
            MigrateAll(ref r, old, values);
            r.Release(mark);
        }

        public override void ReadOptional(ref WireReader r, Span<TNew> values, Span<bool> present)
        {
            ScratchMark mark = r.Mark();
            Span<TOld> old = r.Rent<TOld>(values.Length);
            _old.ReadOptionalByPlan(ref r, old, present, Part);
            for (int i = 0; i < values.Length; i++)
            {
                present[i] &= Check != null || _migration.TakesNull || old[i] is not null;
                values[i] = present[i] ? Migrate(ref r, old[i], i) : default!;
            }
            r.Release(mark);
        }

        public override void Reach(scoped ref WireReader r) => Check?.Reach(ref r, _migration);

        private void MigrateAll(ref WireReader r, ReadOnlySpan<TOld> old, Span<TNew> values)
        {
            for (int i = 0; i < values.Length; i++)
                values[i] = Migrate(ref r, old[i], i);
        }

        private TNew Migrate(ref WireReader r, TOld old, int index)
        {
            if (Check != null)
            {
                Check.Reach(ref r, _migration);
                return default!;
            }
            if (old is null && !_migration.TakesNull)
                return default(TNew) is null ? default! : throw NullValues.Error(ref r, _new.Schema).At(index).RefusedBy(_migration);
            r.Charge(_new.RowCost);
            TNew value;
            try
            {
                value = _migration.Migrate(old);
            }
            catch (Exception e) when (e is not OutOfMemoryException)
            {
                throw Rejected(ref r, e, index);
            }
            if (value is null)
                return value;
            // Structs keep nothing, and would be boxed.
            if (!typeof(TOld).IsValueType)
                _new.ReadKept(ref r, value, _old, old, KeptCases);
            try
            {
                _new.CompleteMigrated(ref r, ref value);
                return value;
            }
            catch (Exception e) when (e is not OutOfMemoryException)
            {
                throw Rejected(ref r, e, index);
            }
        }

        private KitbagException Rejected(ref WireReader r, Exception e, int index) =>
            UserCodeError.Of(e, r.Position, _migration.Method).At(index).RefusedBy(_migration);
    }
}
