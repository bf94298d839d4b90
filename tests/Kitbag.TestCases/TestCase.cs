using System;
using System.Buffers;
using System.Collections;
using System.Collections.Generic;
using System.IO;
using System.Threading;
using System.Threading.Tasks;
using Kitbag.Dynamic;
using Kitbag.Schema;

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

        public abstract object? Deserialize(KitbagNode node, KitbagOptions options);

        public abstract string SerializeJson(KitbagJsonOptions options);

        public abstract byte[] SerializeJsonToUtf8Bytes(KitbagJsonOptions options);

        public abstract void SerializeJson(IBufferWriter<byte> output, KitbagJsonOptions options);

        public abstract void SerializeJson(Stream output, KitbagJsonOptions options);

        public abstract Task SerializeJsonAsync(Stream output, KitbagJsonOptions options, CancellationToken cancellationToken);

        public abstract object? DeserializeJson(string json, KitbagJsonOptions options);

        public abstract object? DeserializeJson(byte[] json, KitbagJsonOptions options);

        public abstract object? DeserializeJson(ReadOnlySpan<byte> json, KitbagJsonOptions options);

        public abstract object? DeserializeJson(ReadOnlySpan<char> json, KitbagJsonOptions options);

        public abstract object? DeserializeJson(ReadOnlySequence<byte> json, KitbagJsonOptions options);

        public abstract object? DeserializeJson(Stream input, KitbagJsonOptions options);

        public abstract Task<object?> DeserializeJsonAsync(Stream input, KitbagJsonOptions options, CancellationToken cancellationToken);

        public abstract KitbagSchema Schema { get; }

        /// <summary>Whether the value is a null root of a class, which only a header can represent.</summary>
        public bool IsNullObject => Value == null && Schema.Root.Kind == SchemaKind.Object;

        /// <summary>
        /// Whether constructors and initializers of the case's types create strings and collections, which the allocation budget does not
        /// count (docs/limits.md).
        /// </summary>
        public bool AllocatesByItself => Name.EndsWith(" with default", StringComparison.Ordinal)
            || Name.StartsWith("get-only", StringComparison.Ordinal)
            || Name.StartsWith("constructor and required", StringComparison.Ordinal);

        /// <summary>Whether unknown members refer to objects, which is lost when the program reads its JSON (docs/evolution.md).</summary>
        public bool LosesMembersInJson => Name.StartsWith("graph of unknown references", StringComparison.Ordinal);

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

        public override void Serialize(IBufferWriter<byte> output, KitbagOptions options) =>
            KitbagSerializer.Serialize(output, _value, options);

        public override void Serialize(Stream output, KitbagOptions options) => KitbagSerializer.Serialize(output, _value, options);

        public override Task SerializeAsync(Stream output, KitbagOptions options, CancellationToken cancellationToken) =>
            KitbagSerializer.SerializeAsync(output, _value, options, cancellationToken);

        public override string SerializeJson(KitbagJsonOptions options) => KitbagJson.Serialize(_value, options);

        public override byte[] SerializeJsonToUtf8Bytes(KitbagJsonOptions options) => KitbagJson.SerializeToUtf8Bytes(_value, options);

        public override void SerializeJson(IBufferWriter<byte> output, KitbagJsonOptions options) =>
            KitbagJson.Serialize(output, _value, options);

        public override void SerializeJson(Stream output, KitbagJsonOptions options) => KitbagJson.Serialize(output, _value, options);

        public override Task SerializeJsonAsync(Stream output, KitbagJsonOptions options, CancellationToken cancellationToken) =>
            KitbagJson.SerializeAsync(output, _value, options, cancellationToken);

        public override object? DeserializeJson(string json, KitbagJsonOptions options) => KitbagJson.Deserialize<T>(json, options);

        public override object? DeserializeJson(byte[] json, KitbagJsonOptions options) => KitbagJson.Deserialize<T>(json, options);

        public override object? DeserializeJson(ReadOnlySpan<byte> json, KitbagJsonOptions options) =>
            KitbagJson.Deserialize<T>(json, options);

        public override object? DeserializeJson(ReadOnlySpan<char> json, KitbagJsonOptions options) =>
            KitbagJson.Deserialize<T>(json, options);

        public override object? DeserializeJson(ReadOnlySequence<byte> json, KitbagJsonOptions options) =>
            KitbagJson.Deserialize<T>(json, options);

        public override object? DeserializeJson(Stream input, KitbagJsonOptions options) => KitbagJson.Deserialize<T>(input, options);

        public override async Task<object?> DeserializeJsonAsync(Stream input, KitbagJsonOptions options,
            CancellationToken cancellationToken) =>
            await KitbagJson.DeserializeAsync<T>(input, options, cancellationToken).ConfigureAwait(false);

        public override object? Deserialize(byte[] document, KitbagOptions options) => KitbagSerializer.Deserialize<T>(document, options);

        public override object? Deserialize(ReadOnlySpan<byte> document, KitbagOptions options) =>
            KitbagSerializer.Deserialize<T>(document, options);

        public override object? Deserialize(ReadOnlySequence<byte> document, KitbagOptions options) =>
            KitbagSerializer.Deserialize<T>(document, options);

        public override object? Deserialize(KitbagNode node, KitbagOptions options) => node.Deserialize<T>(options);

        public override object? Deserialize(Stream input, KitbagOptions options) => KitbagSerializer.Deserialize<T>(input, options);

        public override async Task<object?> DeserializeAsync(Stream input, KitbagOptions options, CancellationToken cancellationToken) =>
            await KitbagSerializer.DeserializeAsync<T>(input, options, cancellationToken);
    }
}
