using System;
using System.ComponentModel;
using System.Runtime.CompilerServices;
using Kitbag.Schema;
using Kitbag.Wire;

namespace Kitbag.Codecs
{
    // Handles values that a method of the program creates from those of older documents.
    public abstract partial class Codec
    {
        private readonly Func<Migration[]>? _findMigrations;
        private MigrationSet? _migrations;

        /// <summary>
        /// The program's methods that convert values of older documents to this type. Used by generated code; called once, on first use.
        /// </summary>
        [EditorBrowsable(EditorBrowsableState.Never)]
        public Func<Migration[]>? Migrations
        {
            internal get => _findMigrations;
            init
            {
                _findMigrations = value;
                IsUnusualInJson = true;
            }
        }

        /// <summary>
        /// Gets a value indicating whether JSON of values may be read by another codec: of another form, or of the type in older texts.
        /// </summary>
        private protected bool IsUnusualInJson { get; init; }

        /// <summary>Gets the migrations that <see cref="Migrations"/> has found, or null if there are none.</summary>
        internal MigrationSet? OwnMigrations => _findMigrations == null ? null : _migrations ??= new MigrationSet(_findMigrations(), false);
    }

    public abstract partial class Codec<T>
    {
        /// <summary>
        /// Calls the callbacks after reading for a value that a migration created. Called by generated code.
        /// </summary>
        /// <param name="r">The reader.</param>
        /// <param name="value">The value, not null.</param>
        [EditorBrowsable(EditorBrowsableState.Never)]
        public virtual void CompleteMigrated(ref WireReader r, ref T value)
        {
        }

        /// <summary>Reads unknown members that the object of the older type has kept into the one that a migration created of it.</summary>
        /// <param name="r">The reader of the document.</param>
        /// <param name="value">The object that was created.</param>
        /// <param name="older">The codec of the older type.</param>
        /// <param name="old">The object of the older type.</param>
        /// <param name="unknownCases">How values of a union are handled whose types the program lacks.</param>
        internal virtual void ReadKept(ref WireReader r, T value, Codec older, object? old, KitbagUnknownCases unknownCases)
        {
        }

        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        internal void ReadAbsentByPlan(ref WireReader r, Span<T> values, ReadPlan? plan)
        {
            if (plan == null || !plan.IsMigration)
                ReadAbsent(ref r, values, plan);
            else
                MigrateAbsent(ref r, values, plan);
        }

        [MethodImpl(MethodImplOptions.NoInlining)]
        private void MigrateAbsent(ref WireReader r, Span<T> values, ReadPlan plan) =>
            ((MigratingPlan<T>)plan).ReadAbsent(ref r, values);

        internal void ReadOptionalByPlan(ref WireReader r, Span<T> values, Span<bool> present, ReadPlan? plan)
        {
            if (plan == null || !plan.IsMigration)
            {
                ReadOptional(ref r, values, present, plan);
                return;
            }
            present.Fill(true);
            ((MigratingPlan<T>)plan).ReadOptional(ref r, values, present);
        }

        /// <summary>Populates an existing object with the root of a document.</summary>
        internal void ReadRootIntoByPlan(ref WireReader r, T target, ReadPlan? plan)
        {
            if (plan == null || !plan.IsMigration)
                ReadRootInto(ref r, target, plan);
            else
                Replace(ref r, target, ConvertRoot(ref r, plan) ?? throw NullRoot(ref r), null);
        }

        private static KitbagException NullRoot(ref WireReader r) => r.Error(KitbagErrorReason.SchemaMismatch,
            "A migration returned null, which cannot populate an object.");
    }
}
