using System;
using Kitbag.Layout;

namespace Kitbag.Schema
{
    /// <summary>
    /// Is called for what a <see cref="SchemaWalker{TVisitor}"/> meets, in the order in which it is stored. Everything is a column, that of
    /// a
    /// row's member being one of a single value: between <see cref="BeginColumn"/> and <see cref="EndColumn"/> exactly one of the methods
    /// with values is called, and what the values are made of follows as columns of its own. Spans hold only until the method returns.
    /// </summary>
    internal interface ISchemaVisitor
    {
        /// <summary>Whether values are to be read; where not, they are passed over and only what surrounds them is reported.</summary>
        bool WantsValues { get; }

        /// <summary>Hears how far the walk has come in a long column that is passed over; null for nobody.</summary>
        IWalkListener? Listener { get; }

        /// <summary>Values of one type begin.</summary>
        /// <param name="type">Their type.</param>
        /// <param name="count">How many there are; 0 is not reported.</param>
        /// <param name="offset">Where, from the start of what is walked.</param>
        void BeginColumn(SchemaType type, int count, int offset);

        /// <summary>The values of the innermost column have all been reported.</summary>
        /// <param name="type">Their type.</param>
        /// <param name="offset">Where the next begins; less where it began, the bytes that they take.</param>
        void EndColumn(SchemaType type, int offset);

        /// <summary>All values are the default of their type, null where it has one: nothing is stored of them.</summary>
        void Default(SchemaType type, int count);

        void Booleans(ReadOnlySpan<bool> values);

        /// <summary>Integers, characters, enums, days and ticks.</summary>
        /// <param name="type">What they are.</param>
        /// <param name="kind">The integer that they are stored as.</param>
        /// <param name="image">The values in memory.</param>
        void Integers(SchemaType type, IntegerKind kind, ReadOnlySpan<byte> image);

        void Singles(ReadOnlySpan<float> values);

        void Doubles(ReadOnlySpan<double> values);

        /// <summary>Times: ticks of local time, and its distance from UTC in minutes.</summary>
        void Times(ReadOnlySpan<long> ticks, ReadOnlySpan<short> minutes);

        /// <summary>Values that are stored as they lie in memory: 128-bit integers, halves, decimals, Guids, records.</summary>
        /// <param name="type">What they are.</param>
        /// <param name="image">One after the other.</param>
        /// <param name="size">The bytes of one.</param>
        void Images(SchemaType type, ReadOnlySpan<byte> image, int size);

        void Strings(in DictionaryStrings values);

        /// <summary>Which nullables have a value. A column of those that do follows, where there is any.</summary>
        void Present(SchemaType type, ReadOnlySpan<bool> present);

        /// <summary>
        /// How many elements sequences or maps have: 0 for null, else 1 + the number. A column of all elements follows, or of all keys and
        /// then of all values, where there is any.
        /// </summary>
        void Lengths(SchemaType type, ReadOnlySpan<uint> prefixes);

        /// <summary>The comparer that one of the collections has whose lengths come next.</summary>
        /// <param name="index">Which of them.</param>
        /// <param name="number">The comparer's number in docs/format.md; 0 where the limits ignore it.</param>
        void Comparer(int index, byte number);

        /// <summary>
        /// The concrete types of a union's values: 0 for null, else 1 + the place. For each type that occurs, in order, the column of its
        /// values follows.
        /// </summary>
        void TypeNumbers(SchemaType type, ReadOnlySpan<uint> numbers);

        /// <summary>Some of a column's objects.</summary>
        /// <param name="type">Their type.</param>
        /// <param name="count">How many, nulls included.</param>
        /// <param name="present">Which are not null; empty where none is.</param>
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
