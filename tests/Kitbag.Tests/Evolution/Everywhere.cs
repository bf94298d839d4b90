using System;
using System.Collections.Generic;
using System.Linq;

#pragma warning disable CS0649, CS8714 // fields that only a document fills; keys that may be null are tested, too

namespace Kitbag.Tests.Evolution
{
    /// <summary>A type in every place where a value can stand: in rows, and, of 9 objects, in columns. Cases have a test of their own, for they are known by their names.</summary>
    public class Everywhere<T>
    {
        private const int Few = 3, Many = 9;

        public InClass<T>? InMember;
        public InStruct<T>? InStruct;
        public InRecord<T>? InRecord;
        public List<InClass<T>>? ClassRows, ClassColumns;
        public InStruct<T>[]? StructRows, StructColumns;
        public List<InRecord<T>>? RecordRows, RecordColumns;
        public List<T?>? FewItems, ManyItems;
        public Dictionary<string, T?>? MapValue;
        public Dictionary<string, List<T?>>? MapOfLists;

        /// <summary>The places, with how a value is put there and taken from there; of many the last.</summary>
        public static readonly (string Path, Action<Everywhere<T>, T?> Put, Func<Everywhere<T>, T?> Take)[] Places =
        {
            (".InMember.Value", (e, v) => e.InMember = new InClass<T> { Value = v }, e => e.InMember!.Value),
            (".InStruct.Value", (e, v) => e.InStruct = new InStruct<T> { Value = v }, e => e.InStruct!.Value.Value),
            (".InRecord.Value", (e, v) => e.InRecord = new InRecord<T>(1, v), e => e.InRecord!.Value),
            (".ClassRows[", (e, v) => e.ClassRows = Repeat(Few, () => new InClass<T> { Value = v }), e => e.ClassRows![Few - 1].Value),
            (".ClassColumns[", (e, v) => e.ClassColumns = Repeat(Many, () => new InClass<T> { Value = v }), e => e.ClassColumns![Many - 1].Value),
            (".StructRows[", (e, v) => e.StructRows = Repeat(Few, () => new InStruct<T> { Value = v }).ToArray(), e => e.StructRows![Few - 1].Value),
            (".StructColumns[", (e, v) => e.StructColumns = Repeat(Many, () => new InStruct<T> { Value = v }).ToArray(), e => e.StructColumns![Many - 1].Value),
            (".RecordRows[", (e, v) => e.RecordRows = Repeat(Few, () => new InRecord<T>(1, v)), e => e.RecordRows![Few - 1].Value),
            (".RecordColumns[", (e, v) => e.RecordColumns = Repeat(Many, () => new InRecord<T>(1, v)), e => e.RecordColumns![Many - 1].Value),
            (".FewItems[", (e, v) => e.FewItems = Repeat(Few, () => v), e => e.FewItems![Few - 1]),
            (".ManyItems[", (e, v) => e.ManyItems = Repeat(Many, () => v), e => e.ManyItems![Many - 1]),
            (".MapValue", (e, v) => e.MapValue = new Dictionary<string, T?> { ["k"] = v }, e => e.MapValue!["k"]),
            (".MapOfLists", (e, v) => e.MapOfLists = new Dictionary<string, List<T?>> { ["k"] = Repeat(Many, () => v) }, e => e.MapOfLists!["k"][Many - 1]),
        };

        private static List<TItem> Repeat<TItem>(int count, Func<TItem> make) => Enumerable.Range(0, count).Select(_ => make()).ToList();
    }

    public class InClass<T>
    {
        public int Before = 1;
        public T? Value;
    }

    public struct InStruct<T>
    {
        public int Before;
        public T? Value;
    }

    public sealed record InRecord<T>(int Before, T? Value);

    /// <summary>A type as a key.</summary>
    public class Keys<T>
    {
        public Dictionary<T, int>? Map;
    }
}
