using System;
using System.Buffers;
using System.Collections;
using System.Collections.Generic;
using System.IO;
using System.Threading;
using System.Threading.Tasks;

namespace Kitbag.TestCases
{
    /// <summary>A type with a value, for suites that do not know the type.</summary>
    public abstract class TestCase
    {
        protected TestCase(string name, Type type)
        {
            Name = name;
            Type = type;
        }

        public string Name { get; }

        public Type Type { get; }

        public abstract object? Value { get; }

        public abstract byte[] Serialize(KitbagOptions options);

        public abstract void Serialize(IBufferWriter<byte> output, KitbagOptions options);

        public abstract void Serialize(Stream output, KitbagOptions options);

        public abstract Task SerializeAsync(Stream output, KitbagOptions options, CancellationToken cancellationToken);

        public abstract object? Deserialize(byte[] document, KitbagOptions options);

        public abstract object? Deserialize(ReadOnlySpan<byte> document, KitbagOptions options);

        public abstract object? Deserialize(ReadOnlySequence<byte> document, KitbagOptions options);

        public abstract object? Deserialize(Stream input, KitbagOptions options);

        public abstract Task<object?> DeserializeAsync(Stream input, KitbagOptions options, CancellationToken cancellationToken);

        public abstract KitbagSchema Schema { get; }

        public override string ToString() => Name;
    }

    /// <summary>A type with a value.</summary>
    public sealed class TestCase<[KitbagRoot] T> : TestCase
    {
        private readonly T _value;

        public TestCase(string name, T value)
            : base(name, typeof(T))
        {
            _value = value;
        }

        public override object? Value => _value;

        public override KitbagSchema Schema => KitbagSchema.Of<T>();

        public override byte[] Serialize(KitbagOptions options) => KitbagSerializer.Serialize(_value, options);

        public override void Serialize(IBufferWriter<byte> output, KitbagOptions options) => KitbagSerializer.Serialize(output, _value, options);

        public override void Serialize(Stream output, KitbagOptions options) => KitbagSerializer.Serialize(output, _value, options);

        public override Task SerializeAsync(Stream output, KitbagOptions options, CancellationToken cancellationToken) =>
            KitbagSerializer.SerializeAsync(output, _value, options, cancellationToken);

        public override object? Deserialize(byte[] document, KitbagOptions options) => KitbagSerializer.Deserialize<T>(document, options);

        public override object? Deserialize(ReadOnlySpan<byte> document, KitbagOptions options) => KitbagSerializer.Deserialize<T>(document, options);

        public override object? Deserialize(ReadOnlySequence<byte> document, KitbagOptions options) => KitbagSerializer.Deserialize<T>(document, options);

        public override object? Deserialize(Stream input, KitbagOptions options) => KitbagSerializer.Deserialize<T>(input, options);

        public override async Task<object?> DeserializeAsync(Stream input, KitbagOptions options, CancellationToken cancellationToken) =>
            await KitbagSerializer.DeserializeAsync<T>(input, options, cancellationToken);
    }
}
