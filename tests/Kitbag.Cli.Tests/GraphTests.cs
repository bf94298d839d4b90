using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using Xunit;

namespace Kitbag.Cli.Tests
{
    public sealed class Castle
    {
        public string Title { get; set; } = "";
        public List<Room> Rooms { get; set; } = [];
        public Room? Start { get; set; }
        public List<Guest> Guests { get; set; } = [];
        public Guest? Host { get; set; }
    }

    public sealed class Room
    {
        public int Id { get; set; }
        public string Name { get; set; } = "";
        public List<Room> Exits { get; set; } = [];
    }

    public abstract class Guest
    {
        public int Id { get; set; }
        public Guest? Friend { get; set; }
    }

    public sealed class Knight : Guest
    {
        public Room? Home { get; set; }
        public int Horses { get; set; }
    }

    public sealed class Bard : Guest
    {
        public string Song { get; set; } = "";
    }

    /// <summary>Tests merging and repairing files whose objects refer to each other.</summary>
    public sealed class GraphTests : IDisposable
    {
        private readonly TemporaryFolder _folder = new TemporaryFolder();

        public void Dispose() => _folder.Dispose();

        internal static Castle CreateCastle()
        {
            var castle = new Castle { Title = "Rook" };
            for (int i = 0; i < 4; i++)
                castle.Rooms.Add(new Room { Id = i, Name = "room " + i });
            for (int i = 0; i < 4; i++)
                castle.Rooms[i].Exits.Add(castle.Rooms[(i + 1) % 4]);
            castle.Start = castle.Rooms[2];
            var knight = new Knight { Id = 1, Home = castle.Rooms[0], Horses = 2 };
            var bard = new Bard { Id = 2, Song = "la", Friend = knight };
            knight.Friend = bard;
            castle.Guests = [knight, bard];
            castle.Host = bard;
            return castle;
        }

        private ToolRun Merge<[KitbagRoot] T>(T @base, T ours, T theirs) => Merges.Run(_folder, @base, ours, theirs);

        private T Merged<[KitbagRoot] T>(T @base, T ours, T theirs) => Merges.Good(_folder, @base, ours, theirs);

        private int BlocksOf(string file)
        {
            using KitbagContainer container = KitbagContainer.Open(_folder[file]);
            return container.Blocks.Count;
        }

        [Fact]
        public void Changes_of_different_objects_and_references_merge()
        {
            Castle ours = CreateCastle(), theirs = CreateCastle(), expected = CreateCastle();
            foreach (Castle castle in new[] { ours, expected })
            {
                // The numbers of objects change, because a new object precedes the others.
                castle.Rooms.Insert(0, new Room { Id = 10, Name = "tower", Exits = { castle.Rooms[3] } });
                castle.Rooms[1].Name = "hall";
                castle.Guests[0].Friend = null;
            }
            foreach (Castle castle in new[] { theirs, expected })
            {
                castle.Rooms.Add(new Room { Id = 11, Name = "well", Exits = { castle.Rooms.Single(r => r.Id == 1) } });
                castle.Rooms.Single(r => r.Id == 2).Exits.Clear();
                ((Bard)castle.Host!).Song = "lo";
                castle.Start = castle.Rooms.Single(r => r.Id == 3);
            }
            Castle merged = Merged(CreateCastle(), ours, theirs);
            Assert.Equal(KitbagJson.Serialize(expected), KitbagJson.Serialize(merged));
            Assert.Same(merged.Start, merged.Rooms.Single(r => r.Id == 3));
            Assert.Same(merged.Host, merged.Guests[1]);
        }

        [Fact]
        public void One_object_that_both_changed_is_a_conflict()
        {
            Castle ours = CreateCastle(), theirs = CreateCastle();
            ours.Rooms[1].Name = "hall";
            theirs.Rooms[1].Name = "cell";
            ours.Host = ours.Guests[0];
            theirs.Host = null;
            ToolRun run = Merge(CreateCastle(), ours, theirs);
            Assert.Equal(1, run.ExitCode);
            Assert.Equal("""
                CONFLICT in ours.kit: Host was {"$ref":"#Bard[Id == 2]"}, is {"$ref":"#Knight[Id == 1]"} here and null there
                CONFLICT in ours.kit: #Room[Id == 1].Name was "room 1", is "hall" here and "cell" there

                """, run.Output);
            Assert.False(File.Exists(_folder["merged.kit"]));
        }

        [Fact]
        public void An_object_that_one_side_removed_and_the_other_refers_to_is_a_conflict()
        {
            Castle ours = CreateCastle(), theirs = CreateCastle();
            ours.Rooms[0].Exits.Add(ours.Rooms[3]);
            theirs.Rooms[2].Exits.Clear();
            theirs.Rooms.RemoveAt(3);
            ToolRun run = Merge(CreateCastle(), ours, theirs);
            Assert.Equal(1, run.ExitCode);
            Assert.Contains("#Room[Id == 3] was {", run.Output, StringComparison.Ordinal);
            Assert.EndsWith("and absent there\n", run.Output, StringComparison.Ordinal);
        }

        [Fact]
        public void Without_keys_only_objects_with_a_single_reference_are_merged()
        {
            static Link Tree() => new Link { Number = 1, Others = [new Link { Number = 2 }, new Link { Number = 3 }] };
            Link ours = Tree(), theirs = Tree(), both = Tree();
            ours.Others[0].Number = both.Others[0].Number = 20;
            theirs.Others[1].Next = both.Others[1].Next = new Link { Number = 4 };
            Assert.Equal(KitbagJson.Serialize(both), KitbagJson.Serialize(Merged(Tree(), ours, theirs)));

            ToolRun run = Merge(GraphCases.Ring(3), GraphCases.Ring(5), GraphCases.Ring(4));
            Assert.Equal(1, run.ExitCode);
            Assert.Equal("kitbag: ours.kit: Several places refer to one object of the type 'Link', and such objects have no member Id, "
                + "Guid, Key or Name whose values are all different: nobody can tell which of them is which on the other side.\n",
                run.Error);
        }

        [Fact]
        public void Long_chains_merge()
        {
            static Castle Chain(int count)
            {
                var castle = new Castle();
                var last = castle.Start = new Room();
                for (int i = 1; i < count; i++)
                {
                    last.Exits.Add(new Room { Id = i });
                    last = last.Exits[0];
                }
                return castle;
            }
            Castle ours = Chain(2000), theirs = Chain(2010), both = Chain(2010);
            ours.Start!.Name = both.Start!.Name = "first";
            Assert.Equal(KitbagJson.Serialize(both), KitbagJson.Serialize(Merged(Chain(2000), ours, theirs)));
        }

        [Theory]
        [InlineData(KitbagCompression.None)]
        [InlineData(KitbagCompression.Lz4)]
        public void Objects_that_do_not_depend_on_a_damaged_block_are_saved(KitbagCompression compression)
        {
            const int Count = 12_000;
            var castle = new Castle { Title = "Rook", Guests = CreateCastle().Guests };
            var random = new Random(3);
            for (int i = 0; i < Count; i++)
                castle.Rooms.Add(new Room { Id = i, Name = "room " + random.NextInt64().ToString("x") });
            for (int i = 0; i < Count; i++)
                castle.Rooms[i].Exits.Add(castle.Rooms[(i + 1) % Count]);
            KitbagFile.Save(_folder["a.kit"], castle, new KitbagFileOptions { Compression = compression, Keep = 1, BlockSize = 16 * 1024 });
            byte[] bytes = File.ReadAllBytes(_folder["a.kit"]);
            Assert.InRange(BlocksOf("a.kit"), 10, 20);
            bytes[bytes.Length / 2] ^= 1;
            File.WriteAllBytes(_folder["a.kit"], bytes);
            ToolRun run = ToolRun.Of(_folder.Path, "repair", "a.kit", "--out", "saved.kit");
            Assert.Equal("", run.Error);
            Assert.Equal(1, run.ExitCode);
            Castle saved = KitbagFile.Load<Castle>(_folder["saved.kit"]);
            Assert.Equal("Rook", saved.Title);
            Assert.Equal(KitbagJson.Serialize(castle.Guests), KitbagJson.Serialize(saved.Guests));
            Room[] intact = [.. saved.Rooms.Where(r => !string.IsNullOrEmpty(r.Name))];
            Assert.InRange(intact.Length, Count / 4, Count - 1);
            Dictionary<string, Room> byName = castle.Rooms.ToDictionary(r => r.Name);
            foreach (Room room in intact)
            {
                Room before = byName[room.Name];
                Assert.All(room.Exits, exit => Assert.True(string.IsNullOrEmpty(exit.Name) || exit.Name == before.Exits[0].Name));
            }
            Assert.Contains(intact, r => r.Exits.Count == 1 && intact.Contains(r.Exits[0]));

            // If the lengths of columns are damaged, the objects that were written in the same columns are lost. Their number is reported.
            bytes[bytes.Length / 2] ^= 1;
            bytes[bytes.Length / 20 * 7] ^= 1;
            File.WriteAllBytes(_folder["a.kit"], bytes);
            run = ToolRun.Of(_folder.Path, "repair", "a.kit", "--out", "saved.kit");
            Assert.Equal("", run.Error);
            Assert.Contains("lost: #Room: 4,096 of 12,004 objects", run.Output, StringComparison.Ordinal);
            saved = KitbagFile.Load<Castle>(_folder["saved.kit"]);
            Assert.InRange(saved.Rooms.Count(r => !string.IsNullOrEmpty(r.Name)), Count / 2, Count - 4096);
        }
    }
}
