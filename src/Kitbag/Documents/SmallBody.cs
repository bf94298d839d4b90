using System;
using System.Buffers;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using Kitbag.Codecs;
using Kitbag.Layout;

namespace Kitbag.Documents
{
    /// <summary>
    /// Reads and writes bare bodies of one small value directly in the call, because everything that other bodies need costs several times
    /// as much as copying these few bytes.
    /// </summary>
    internal static class SmallBody
    {
        // Unsafe: the codec guarantees that the value is a string (bench/: string).

        /// <summary>Writes a value if its body contains nothing else; returns whether it did.</summary>
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        public static bool TryWrite<T>(IBufferWriter<byte> output, Codec<T> codec, T value, KitbagOptions options)
        {
            if (NumberBody.Holds<T>())
                return codec.IsNumber && options.IsBare && TryWriteNumber(output, value);
            if (typeof(T).IsValueType)
                return ImageBody.TryWrite(output, codec, value, options);
            return ReferenceEquals(codec, StringCodec.Instance) && options.IsBare && TryWriteText(output, Unsafe.As<T, string?>(ref value));
        }

        /// <summary>Returns the body of a value if it contains nothing else; otherwise null.</summary>
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        public static byte[]? TryMake<T>(Codec<T> codec, T value, KitbagOptions options)
        {
            if (NumberBody.Holds<T>())
                return codec.IsNumber && options.IsBare ? MakeNumber(value) : null;
            if (typeof(T).IsValueType)
                return ImageBody.TryMake(codec, value, options);
            return ReferenceEquals(codec, StringCodec.Instance) && options.IsBare ? TryMakeText(Unsafe.As<T, string?>(ref value)) : null;
        }

        /// <summary>
        /// Reads a number or a string if a body with the reader's own schema contains nothing else; returns whether it did.
        /// </summary>
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        public static bool TryRead<T>(ReadOnlySpan<byte> body, Codec<T> codec, KitbagOptions options, out T value)
        {
            if (NumberBody.Holds<T>())
            {
                Unsafe.SkipInit(out value);
                return codec.IsNumber && NumberBody.TryRead(body, out value);
            }
            value = default!;
            if (!ReferenceEquals(codec, StringCodec.Instance) || body.Length > TextBody.MaxLength)
                return false;
            Unsafe.As<T, string?>(ref value) = TextBody.TryRead(body, options.Limits);
            return value is not null;
        }

        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        private static bool TryWriteNumber<T>(IBufferWriter<byte> output, T value)
        {
            Span<byte> span = output.GetSpan(NumberBody.MaxSize);
            if (span.Length < NumberBody.MaxSize)
                return false;
            output.Advance(NumberBody.Write(ref MemoryMarshal.GetReference(span), value));
            return true;
        }

        private static byte[] MakeNumber<T>(T value)
        {
            Span<byte> span = stackalloc byte[NumberBody.MaxSize];
            return span.Slice(0, NumberBody.Write(ref MemoryMarshal.GetReference(span), value)).ToArray();
        }

        private static bool TryWriteText(IBufferWriter<byte> output, string? value)
        {
            if (value is null || value.Length > TextBody.MaxLength)
                return false;
            int size = StringForm.RowOverhead + value.Length;
            Span<byte> span = output.GetSpan(size);
            if (span.Length < size)
                return false;
            int length = StringForm.WriteRow(ref MemoryMarshal.GetReference(span), value);
            if (length == 0)
                return false;
            output.Advance(length);
            return true;
        }

        private static byte[]? TryMakeText(string? value)
        {
            if (value is null || value.Length > TextBody.MaxLength)
                return null;
            Span<byte> span = stackalloc byte[TextBody.MaxLength + StringForm.RowOverhead];
            int length = StringForm.WriteRow(ref MemoryMarshal.GetReference(span), value);
            return length == 0 ? null : span.Slice(0, length).ToArray();
        }
    }
}
