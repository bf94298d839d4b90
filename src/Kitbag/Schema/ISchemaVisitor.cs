using System;
using Kitbag.Layout;

namespace Kitbag.Schema
{
    /// <summary>
    /// Visits the values that a <see cref="SchemaWalker{TVisitor}"/> encounters, in the order in which they are stored. Everything is a
    /// column; a member of a row is a column of a single value. Between <see cref="BeginColumn"/> and <see cref="EndColumn"/>, exactly one
    /// of the methods with values is called, and the parts of the values follow as separate columns. Spans are valid only until the method
    /// returns.
    /// </summary>
    internal interface ISchemaVisitor
    {
        /// <summary>
        /// Gets a value indicating whether values are to be read; otherwise they are skipped, and only the structure is reported.
        /// </summary>
        bool WantsValues { get; }

        /// <summary>Gets the listener that is notified of the progress in a long column that is skipped, or null.</summary>
        IWalkListener? Listener { get; }

        /// <summary>Called before the values of one type.</summary>
        /// <param name="type">The type.</param>
        /// <param name="count">The number of values; columns without values are not reported.</param>
        /// <param name="offset">The offset from the start of the walk.</param>
        void BeginColumn(SchemaType type, int count, int offset);

        /// <summary>Called after all values of the innermost column were reported.</summary>
        /// <param name="type">The type.</param>
        /// <param name="offset">The offset of the end of the column.</param>
        void EndColumn(SchemaType type, int offset);

        /// <summary>
        /// Called if all values are the default of their type, which is null if the type has null: nothing is stored for them.
        /// </summary>
        void Default(SchemaType type, int count);

        void Booleans(ReadOnlySpan<bool> values);

        /// <summary>Called for integers, characters, enums, days and ticks.</summary>
        /// <param name="type">The type.</param>
        /// <param name="kind">The kind of integer as which they are stored.</param>
        /// <param name="image">The values in memory.</param>
        void Integers(SchemaType type, IntegerKind kind, ReadOnlySpan<byte> image);

        void Singles(ReadOnlySpan<float> values);

        void Doubles(ReadOnlySpan<double> values);

        /// <summary>Times: ticks of local time, and its distance from UTC in minutes.</summary>
        void Times(ReadOnlySpan<long> ticks, ReadOnlySpan<short> minutes);

        /// <summary>Called for values that are stored as their memory image: 128-bit integers, halves, decimals, Guids, records.</summary>
        /// <param name="type">The type.</param>
        /// <param name="image">The consecutive values.</param>
        /// <param name="size">The size of a value in bytes.</param>
        void Images(SchemaType type, ReadOnlySpan<byte> image, int size);

        void Strings(in DictionaryStrings values);

        /// <summary>Called with the null mask of nullables. If any value is present, a column of the present values follows.</summary>
        void Present(SchemaType type, ReadOnlySpan<bool> present);

        /// <summary>
        /// Called with the length prefixes of sequences or maps: 0 for null, otherwise 1 + the number of elements. If there are any, a
        /// column of all elements follows, or of all keys and then of all values.
        /// </summary>
        void Lengths(SchemaType type, ReadOnlySpan<uint> prefixes);

        /// <summary>Called for the comparer of one of the collections whose lengths are reported next.</summary>
        /// <param name="index">The index of the collection.</param>
        /// <param name="number">The number of the comparer in docs/format.md; 0 if the limits ignore it.</param>
        void Comparer(int index, byte number);

        /// <summary>
        /// Called with the type numbers of a union's values: 0 for null, otherwise 1 + the index of the concrete type. For each type that
        /// occurs, in order, the column of its values follows.
        /// </summary>
        void TypeNumbers(SchemaType type, ReadOnlySpan<uint> numbers);

        /// <summary>Called before a group of objects of a column.</summary>
        /// <param name="type">The type.</param>
        /// <param name="count">The number of objects, including nulls.</param>
        /// <param name="present">The null mask; empty if there are no nulls.</param>
        void BeginGroup(SchemaType type, int count, ReadOnlySpan<bool> present);

        void EndGroup(SchemaType type);

        /// <summary>Objects of a group that stand together: one as a row, or all that are not null by column.</summary>
        void BeginObjects(SchemaType type, int count, int offset);

        void EndObjects(SchemaType type, int offset);

        /// <summary>A member of the objects that began last. Its column follows.</summary>
        /// <param name="member">The member.</param>
        /// <param name="index">Its place in wire order.</param>
        /// <param name="stored">How many bytes it has before the payloads of its row; of a column 0.</param>
        void BeginMember(SchemaMember member, int index, int stored);

        void EndMember(SchemaMember member);
    }
}
