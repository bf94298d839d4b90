using System;
using System.Collections.Generic;

namespace Kitbag.Cli.Tests
{
    public class Box<T>
    {
        public T Value { get; set; } = default!;
    }

    public class Coin
    {
        public int Worth { get; set; }
    }

    public struct Point
    {
        public int X, Y;
    }

    public class Pair
    {
        public string Key { get; set; } = "";
        public int Value { get; set; }
    }

    public enum Small : byte
    {
        A,
        B,
    }

    /// <summary>Classes with the same name and one member, of many types. Determines which of them can read the others.</summary>
    internal static class OneMember
    {
        private static readonly List<(KitbagSchema Schema, Func<KitbagSchema, bool> Reads)> s_all = CreateAll();

        public static IEnumerable<byte[]> Schemas
        {
            get
            {
                foreach ((KitbagSchema schema, _) in s_all)
                    yield return schema.Bytes.ToArray();
            }
        }

        public static bool CanRead(KitbagSchema old, ulong reader) => s_all.Find(a => a.Schema.Fingerprint == reader).Reads(old);

        private static void Add<[KitbagRoot(Json = false)] T>(List<(KitbagSchema, Func<KitbagSchema, bool>)> all) =>
            all.Add((KitbagSchema.Of<T>(), old =>
            {
                try
                {
                    KitbagFormat<T>.Create(new KitbagOptions { Schema = KitbagSchemaMode.Bare, BareSchema = old });
                    return true;
                }
                catch (KitbagException e) when (e.Reason == KitbagErrorReason.SchemaMismatch)
                {
                    return false;
                }
            }
        ));

        private static List<(KitbagSchema, Func<KitbagSchema, bool>)> CreateAll()
        {
            var all = new List<(KitbagSchema, Func<KitbagSchema, bool>)>();
            Add<Box<bool>>(all);
            Add<Box<byte>>(all);
            Add<Box<int>>(all);
            Add<Box<ulong>>(all);
            Add<Box<Int128>>(all);
            Add<Box<Half>>(all);
            Add<Box<float>>(all);
            Add<Box<double>>(all);
            Add<Box<decimal>>(all);
            Add<Box<char>>(all);
            Add<Box<string>>(all);
            Add<Box<Guid>>(all);
            Add<Box<DateTime>>(all);
            Add<Box<DateTimeOffset>>(all);
            Add<Box<TimeSpan>>(all);
            Add<Box<DateOnly>>(all);
            Add<Box<TimeOnly>>(all);
            Add<Box<Small>>(all);
            Add<Box<int?>>(all);
            Add<Box<Small?>>(all);
            Add<Box<Point>>(all);
            Add<Box<Point?>>(all);
            Add<Box<Coin>>(all);
            Add<Box<Pair>>(all);
            Add<Box<Link>>(all);
            Add<Box<byte[]>>(all);
            Add<Box<sbyte[]>>(all);
            Add<Box<int[]>>(all);
            Add<Box<int?[]>>(all);
            Add<Box<string[]>>(all);
            Add<Box<Coin[]>>(all);
            Add<Box<Pair[]>>(all);
            Add<Box<int[][]>>(all);
            Add<Box<int[,]>>(all);
            Add<Box<Dictionary<string, int>>>(all);
            Add<Box<Dictionary<int, Coin>>>(all);
            Add<Box<KeyValuePair<string, int>>>(all);
            Add<Box<object>>(all);
            return all;
        }
    }
}
