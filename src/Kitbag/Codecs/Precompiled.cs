using Kitbag.Buffers;
using Kitbag.Wire;

namespace Kitbag.Codecs
{
    /// <summary>
    /// Names the generic code over primitive types that programs need most, so that the ReadyToRun images in the package have it: their
    /// compiler compiles of a generic type what it finds called, and all methods of one that something is cast to. Nothing here is ever
    /// called.
    /// </summary>
    internal static class Precompiled
    {
        internal static bool Types(object any) =>
            IsCollectionOf<bool>(any) || IsCollectionOf<byte>(any) || IsCollectionOf<int>(any) || IsCollectionOf<long>(any)
            || IsCollectionOf<float>(any) || IsCollectionOf<double>(any)
            || any is IntegerCodec<byte> || any is IntegerCodec<int> || any is IntegerCodec<long>
            || any is IntegerCodec<sbyte> || any is IntegerCodec<short> || any is IntegerCodec<ushort> || any is IntegerCodec<uint>
            || any is IntegerCodec<ulong> || any is Codec<sbyte> || any is Codec<short> || any is Codec<ushort> || any is Codec<uint>
            || any is Codec<ulong> || any is Codec<char>;

        internal static void Methods(ref WireReader r, ref WireWriter w, ref GroupReader group)
        {
            Use(ref r, ref w, ref group, BooleanCodec.Instance);
            Use(ref r, ref w, ref group, ByteCodec.Instance);
            Use(ref r, ref w, ref group, SByteCodec.Instance);
            Use(ref r, ref w, ref group, CharCodec.Instance);
            Use(ref r, ref w, ref group, Int16Codec.Instance);
            Use(ref r, ref w, ref group, UInt16Codec.Instance);
            Use(ref r, ref w, ref group, Int32Codec.Instance);
            Use(ref r, ref w, ref group, UInt32Codec.Instance);
            Use(ref r, ref w, ref group, Int64Codec.Instance);
            Use(ref r, ref w, ref group, UInt64Codec.Instance);
            Use(ref r, ref w, ref group, SingleCodec.Instance);
            Use(ref r, ref w, ref group, DoubleCodec.Instance);
        }

        // Where a type argument is a class, the code is the same for all classes. It is compiled only if named for one of this library's.
        private static bool IsCollectionOf<T>(object any) =>
            any is Codec<T> || any is ArrayCodec<T> || any is ListCodec<T> || any is CollectionCodec<Codec, T>
            || any is LengthPrefixCodec<Codec> || any is DictionaryCodec<Codec, T> || any is KeyedMapCodec<Codec, Codec, T>
            || any is MapCodec<Codec, Codec, T>;

        private static void Use<T>(ref WireReader r, ref WireWriter w, ref GroupReader group, Codec<T> codec)
        {
            Column<T> column = group.Read(ref r, codec);
            if (column.Has(0))
                column[0] = codec.Rent(ref w, 1)[0];
            SpanBytes.Of(r.Rent<T>(1));
        }
    }
}
