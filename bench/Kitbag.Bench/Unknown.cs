using System;
using System.Buffers;
using System.Collections.Generic;
using System.Linq;
using Kitbag.Bench.Newer;
using Workloads;

namespace Kitbag.Bench
{
    /// <summary>
    /// Objects that a newer version of the program wrote, with ten members, of which the reading program lacks one or none. A class that
    /// keeps unknown members is compared with the same class without the attribute, and with a program that has the member: one object,
    /// lists of 7 objects (rows) and of 1,000 (columns). In the workloads with links, the objects are tracked, and the tenth member refers
    /// to another object of the list.
    /// </summary>
    internal static class Unknown
    {
        public static void AddTo(List<Candidate> all)
        {
            AddNone(all, "unknown-none", Older.Make<Keeps>(3), Older.Make<Drops>(3));
            Add<WithNumber, Keeps, Drops>(all, "unknown-number", Older.Make<WithNumber>(3));
            Add<WithText, Keeps, Drops>(all, "unknown-text", Older.Make<WithText>(3));
            AddNone(all, "unknown-none-7", Some<Keeps>(7), Some<Drops>(7));
            Add<List<WithText>, List<Keeps>, List<Drops>>(all, "unknown-text-7", Some<WithText>(7));
            AddNone(all, "unknown-none-1000", Some<Keeps>(1000), Some<Drops>(1000));
            Add<List<WithText>, List<Keeps>, List<Drops>>(all, "unknown-text-1000", Some<WithText>(1000));
            foreach (int count in new[] { 7, 1000 })
            {
                AddNone(all, "unknown-none-links-" + count, Some<LinkedKeeps>(count), Some<LinkedDrops>(count));
                Add<List<WithLink>, List<LinkedKeeps>, List<LinkedDrops>>(all, "unknown-link-" + count, Linked(count));
            }
        }

        private static List<WithLink> Linked(int count)
        {
            List<WithLink> all = Some<WithLink>(count);
            for (int i = 0; i < count; i++)
                all[i].Other = all[(i * 11 + 3) % count];
            return all;
        }

        private static List<T> Some<T>(int count)
            where T : Older, new() => Enumerable.Range(0, count).Select(Older.Make<T>).ToList();

        private static void Add<[KitbagRoot] TNewer, [KitbagRoot] TKeeps, [KitbagRoot] TDrops>(List<Candidate> all, string workload,
            TNewer value)
            where TNewer : class
            where TKeeps : class
            where TDrops : class
        {
            byte[] bytes = KitbagSerializer.Serialize(value);
            TKeeps keeps = KitbagSerializer.Deserialize<TKeeps>(bytes);
            TDrops drops = KitbagSerializer.Deserialize<TDrops>(bytes);
            all.Add(new Candidate(workload, "Kitbag", o => Write(o, keeps), () => KitbagSerializer.Deserialize<TKeeps>(bytes)));
            all.Add(new Candidate(workload, "(dropped)", o => Write(o, drops), () => KitbagSerializer.Deserialize<TDrops>(bytes)));
            all.Add(new Candidate(workload, "(known)", o => Write(o, value), () => KitbagSerializer.Deserialize<TNewer>(bytes)));
        }

        // Each class reads its own documents: the schema of a class that keeps unknown members has a place for them.
        private static void AddNone<[KitbagRoot] TKeeps, [KitbagRoot] TDrops>(List<Candidate> all, string workload, TKeeps keeps,
            TDrops drops)
            where TKeeps : class
            where TDrops : class
        {
            byte[] ofKeeps = KitbagSerializer.Serialize(keeps), ofDrops = KitbagSerializer.Serialize(drops);
            all.Add(new Candidate(workload, "Kitbag", o => Write(o, keeps), () => KitbagSerializer.Deserialize<TKeeps>(ofKeeps)));
            all.Add(new Candidate(workload, "(dropped)", o => Write(o, drops), () => KitbagSerializer.Deserialize<TDrops>(ofDrops)));
        }

        private static int Write<[KitbagRoot] T>(IBufferWriter<byte> output, T value)
        {
            KitbagSerializer.Serialize(output, value);
            return 0;
        }
    }

    /// <summary>The members that all versions have.</summary>
    public abstract class Older
    {
        public string? Name { get; set; }

        public int Level { get; set; }

        public double Health { get; set; }

        public bool IsAlive { get; set; }

        public long Score { get; set; }

        public float X { get; set; }

        public float Y { get; set; }

        public int Gold { get; set; }

        public DateTime Born { get; set; }

        public static T Make<T>(int i)
            where T : Older, new()
        {
            var value = new T
            {
                Name = "name " + i % 50,
                Level = i,
                Health = i / 3.0,
                IsAlive = i % 2 == 0,
                Score = i * 100000L,
                X = i,
                Y = 0.5f,
                Gold = 1000 + i,
                Born = new DateTime(2026, 1, 1),
            };
            if (value is WithNumber number)
                number.Rank = i * 3;
            if (value is WithText text)
                text.Title = "title " + i % 7;
            return value;
        }
    }

    [KitbagKeepUnknown]
    public sealed partial class Keeps : Older
    {
    }

    public sealed class Drops : Older
    {
    }

    [KitbagKeepUnknown]
    [KitbagSerializable(Tracked = true)]
    public sealed partial class LinkedKeeps : Older
    {
    }

    [KitbagSerializable(Tracked = true)]
    public sealed class LinkedDrops : Older
    {
    }
}

namespace Kitbag.Bench.Newer
{
    public sealed class WithNumber : Older
    {
        public int Rank { get; set; }
    }

    public sealed class WithText : Older
    {
        public string? Title { get; set; }
    }

    [KitbagSerializable(Tracked = true)]
    public sealed class WithLink : Older
    {
        public WithLink? Other { get; set; }
    }
}
