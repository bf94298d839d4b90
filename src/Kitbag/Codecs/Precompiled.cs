using System;
using System.Runtime.CompilerServices;
using Kitbag.Buffers;
using Kitbag.Json;
using Kitbag.Layout;
using Kitbag.Schema;
using Kitbag.Wire;

namespace Kitbag.Codecs
{
    /// <summary>
    /// Refers to the generic code that programs use most, so that the ReadyToRun images in the package contain it. Their compiler compiles
    /// all methods of a generic type over primitive types if there is a cast to that type. For others, over structs of the runtime or with
    /// constraints, it compiles the methods that it finds called, but not through virtual calls, nor methods that are inlined. (Without
    /// optimization none are inlined.) None of these methods is ever called.
    /// </summary>
    internal static class Precompiled
    {
        internal static bool Types(object any) =>
            IsCollectionOf<bool>(any) || IsCollectionOf<byte>(any) || IsCollectionOf<int>(any) || IsCollectionOf<long>(any)
            || IsCollectionOf<float>(any) || IsCollectionOf<double>(any)
            || any is IntegerCodec<byte> || any is IntegerCodec<int> || any is IntegerCodec<long>
            || any is IntegerCodec<sbyte> || any is IntegerCodec<short> || any is IntegerCodec<ushort> || any is IntegerCodec<uint>
            || any is IntegerCodec<ulong> || any is Codec<sbyte> || any is Codec<short> || any is Codec<ushort> || any is Codec<uint>
            || any is Codec<ulong> || any is Codec<char>
            || any is EnumCodec<byte> || any is EnumCodec<int> || any is EnumCodec<long>
            || any is EnumCodec<sbyte> || any is EnumCodec<short> || any is EnumCodec<ushort> || any is EnumCodec<uint>
            || any is EnumCodec<ulong>;

        internal static void Methods(ref WireReader r, ref WireWriter w, ref GroupReader group, ref JsonWriter to)
        {
            Use(ref r, ref w, ref group, ref to, BooleanCodec.Instance);
            Use(ref r, ref w, ref group, ref to, ByteCodec.Instance);
            Use(ref r, ref w, ref group, ref to, SByteCodec.Instance);
            Use(ref r, ref w, ref group, ref to, CharCodec.Instance);
            Use(ref r, ref w, ref group, ref to, Int16Codec.Instance);
            Use(ref r, ref w, ref group, ref to, UInt16Codec.Instance);
            Use(ref r, ref w, ref group, ref to, Int32Codec.Instance);
            Use(ref r, ref w, ref group, ref to, UInt32Codec.Instance);
            Use(ref r, ref w, ref group, ref to, Int64Codec.Instance);
            Use(ref r, ref w, ref group, ref to, UInt64Codec.Instance);
            Use(ref r, ref w, ref group, ref to, SingleCodec.Instance);
            Use(ref r, ref w, ref group, ref to, DoubleCodec.Instance);
            Use(ref r, ref w, ref group, ref to, DateTimeCodec.Instance);
            Use(ref r, ref w, ref group, ref to, TimeSpanCodec.Instance);
            Use(ref r, ref w, ref group, ref to, GuidCodec.Instance);
            Use(ref r, ref w, ref group, ref to, DecimalCodec.Instance);
        }

        internal static void Structs(ref WireReader r, ref WireWriter w, Codec times, Codec spans, Codec guids)
        {
            ((OfIntegers<DateTime>)times).Use(ref r, ref w);
            ((OfIntegers<TimeSpan>)spans).Use(ref r, ref w);
            ((OfImages<Guid>)guids).Use(ref r, ref w);
        }

        internal static void Nullables(ref WireReader r, ref WireWriter w, ref GroupReader group, ref JsonReader from, ref JsonWriter to)
        {
            new OfNullable<bool>().Use(ref r, ref w, ref group, ref from, ref to);
            new OfNullable<byte>().Use(ref r, ref w, ref group, ref from, ref to);
            new OfNullable<int>().Use(ref r, ref w, ref group, ref from, ref to);
            new OfNullable<long>().Use(ref r, ref w, ref group, ref from, ref to);
            new OfNullable<float>().Use(ref r, ref w, ref group, ref from, ref to);
            new OfNullable<double>().Use(ref r, ref w, ref group, ref from, ref to);
            new OfNullable<DateTime>().Use(ref r, ref w, ref group, ref from, ref to);
            new OfNullable<Guid>().Use(ref r, ref w, ref group, ref from, ref to);
        }

        // Methods that code over a program's own types calls: if they were inlined everywhere in the library, the image would not contain
        // them.
        [MethodImpl(MethodImplOptions.NoOptimization)]
        internal static void Inlined(ref WireReader r, ref GroupReader group, Scratch scratch)
        {
            group.GoOn(ref r, group.StepOf(0), 0);
            scratch.RentWords(1);
        }

        // All classes share the same code for a type argument. It is compiled only if a class of this library is named.
        private static bool IsCollectionOf<T>(object any) =>
            any is Codec<T> || any is ArrayCodec<T> || any is ListCodec<T> || any is CollectionCodec<Codec, T>
            || any is LengthPrefixCodec<Codec> || any is DictionaryCodec<Codec, T> || any is KeyedMapCodec<Codec, Codec, T>
            || any is MapCodec<Codec, Codec, T>;

        [MethodImpl(MethodImplOptions.NoOptimization)]
        private static void Use<T>(ref WireReader r, ref WireWriter w, ref GroupReader group, ref JsonWriter to, Codec<T> codec)
        {
            Column<T> column = group.Read(ref r, codec);
            if (column.Has(0))
                column[0] = codec.Rent(ref w, 1)[0];
            SpanBytes.Of(r.Rent<T>(1));
            if (new ColumnWriter(ref w, 1, 1, tellsNulls: false).Rent(codec).Has(0) && column.Has(0))
                Scratch.Rented<T>(default, 1);
            codec.WriteMember(ref to, null!, r.Rent<T>(1)[0]);
        }

        private abstract class OfIntegers<T> : IntegerCodec<T>
        {
            protected OfIntegers()
                : base(SchemaKind.Int64)
            {
            }

            [MethodImpl(MethodImplOptions.NoOptimization)]
            public void Use(ref WireReader r, ref WireWriter w)
            {
                base.CreateSchema();
                base.ReadColumn(ref r, r.Rent<T>(1), null);
                if (base.HasNonDefault(r.Rent<T>(1)))
                    base.WriteColumn(ref w, r.Rent<T>(1));
                base.WriteRented(ref w, default, 1, false);
            }
        }

        private abstract class OfImages<T> : ImageCodec<T>
            where T : unmanaged
        {
            [MethodImpl(MethodImplOptions.NoOptimization)]
            public void Use(ref WireReader r, ref WireWriter w)
            {
                base.ReadColumn(ref r, r.Rent<T>(1), null);
                if (base.HasNonDefault(r.Rent<T>(1)))
                    base.WriteColumn(ref w, r.Rent<T>(1));
                base.WriteRented(ref w, default, 1, false);
            }
        }

        private sealed class OfNullable<T> : ValueOrNullCodec<T>
            where T : struct
        {
            public OfNullable()
                : base(null!)
            {
            }

            [MethodImpl(MethodImplOptions.NoOptimization)]
            public void Use(ref WireReader r, ref WireWriter w, ref GroupReader group, ref JsonReader from, ref JsonWriter to)
            {
                Precompiled.Use(ref r, ref w, ref group, ref to, new NullableCodec<T>(null!));
                base.CreateSchema();
                if (base.References == default)
                    base.WriteColumn(ref w, r.Rent<T?>(1));
                base.WriteRented(ref w, default, 1, false);
                base.ReadColumn(ref r, r.Rent<T?>(1), null);
                if (base.HasNonDefault(r.Rent<T?>(1)))
                    base.Discover(ref w, r.Rent<T?>(1));
                base.WriteJson(ref to, base.ReadJson(ref from));
            }
        }
    }
}
