using System;
using Kitbag.Layout;

namespace Kitbag.Schema
{
    /// <summary>
    /// Ignores everything: the walk skips values that a reader does not need, checks all values for errors, or determines the path of a
    /// position.
    /// </summary>
    internal readonly struct SilentVisitor : ISchemaVisitor
    {
        // One more than the position up to which to walk; 0 where that is the end.
        private readonly int _stop;

        /// <summary>Initializes a visitor.</summary>
        /// <param name="wantsValues">Whether values are to be read.</param>
        /// <param name="stop">The position at which an exception with the path ends the walk, or -1.</param>
        public SilentVisitor(bool wantsValues, int stop = -1)
        {
            WantsValues = wantsValues;
            _stop = stop + 1;
            Listener = null;
        }

        /// <summary>Initializes a visitor that reports the progress of the walk to a listener.</summary>
        public SilentVisitor(IWalkListener? listener, bool wantsValues = false)
        {
            WantsValues = wantsValues;
            _stop = 0;
            Listener = listener;
        }

        public bool WantsValues { get; }

        public IWalkListener? Listener { get; }

        public void BeginColumn(SchemaType type, int count, int offset) => Pass(offset);

        public void EndColumn(SchemaType type, int offset)
        {
            Pass(offset - 1);
            Listener?.Passed(offset);
        }

        private void Pass(int offset)
        {
            if (_stop != 0 && offset >= _stop - 1)
                throw new KitbagException(KitbagErrorReason.LimitExceeded, "A limit was reached here.", offset);
        }

        public void Default(SchemaType type, int count)
        {
        }

        public void Booleans(ReadOnlySpan<bool> values)
        {
        }

        public void Integers(SchemaType type, IntegerKind kind, ReadOnlySpan<byte> image)
        {
        }

        public void Singles(ReadOnlySpan<float> values)
        {
        }

        public void Doubles(ReadOnlySpan<double> values)
        {
        }

        public void Times(ReadOnlySpan<long> ticks, ReadOnlySpan<short> minutes)
        {
        }

        public void Images(SchemaType type, ReadOnlySpan<byte> image, int size)
        {
        }

        public void Strings(in DictionaryStrings values)
        {
        }

        public void Present(SchemaType type, ReadOnlySpan<bool> present)
        {
        }

        public void Lengths(SchemaType type, ReadOnlySpan<uint> prefixes)
        {
        }

        public void Comparer(int index, byte number)
        {
        }

        public void TypeNumbers(SchemaType type, ReadOnlySpan<uint> numbers)
        {
        }

        public void BeginGroup(SchemaType type, int count, ReadOnlySpan<bool> present)
        {
        }

        public void EndGroup(SchemaType type)
        {
        }

        public void BeginObjects(SchemaType type, int count, int offset)
        {
        }

        public void EndObjects(SchemaType type, int offset)
        {
        }

        public void BeginMember(SchemaMember member, int index, int stored)
        {
        }

        public void EndMember(SchemaMember member)
        {
        }
    }
}
