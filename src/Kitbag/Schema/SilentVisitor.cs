using System;
using Kitbag.Layout;

namespace Kitbag.Schema
{
    /// <summary>
    /// Wants to know of nothing: the walk passes over values that a reader has no use for, or reads all to find what is wrong with them.
    /// </summary>
    internal readonly struct SilentVisitor : ISchemaVisitor
    {
        public SilentVisitor(bool wantsValues) => WantsValues = wantsValues;

        public bool WantsValues { get; }

        public void BeginColumn(SchemaType type, int count, int offset)
        {
        }

        public void EndColumn(SchemaType type, int offset)
        {
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
