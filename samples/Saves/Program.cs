using System;
using System.Collections.Generic;
using System.IO;
using System.Threading;
using System.Threading.Tasks;
using Kitbag;

namespace Saves
{
    public sealed class World
    {
        public string Name { get; set; } = "";

        public List<Creature> Creatures { get; set; } = new();
    }

    public sealed class Creature
    {
        public string Kind { get; set; } = "";

        public int Health { get; set; }
    }

    public sealed class SlotInfo
    {
        public string Name { get; set; } = "";

        public TimeSpan Played { get; set; }
    }

    public struct Frame
    {
        public long Tick;
        public float X;
    }

    /// <summary>The code of docs/files.md.</summary>
    internal static class Program
    {
        private static async Task Main()
        {
            string folder = Directory.CreateTempSubdirectory("kitbag-saves-").FullName;
            Directory.SetCurrentDirectory(folder);
            try
            {
                var world = new World { Name = "Harbour", Creatures = { new Creature { Kind = "Gull", Health = 3 } } };
                SaveAndLoad(world);
                SaveToStream(world);
                Recover(world);
                await SaveBehind(world);
                WriteLog();
                await FollowLog();
                ListSlots(world);
            }
            finally
            {
                Directory.SetCurrentDirectory("/");
                Directory.Delete(folder, true);
            }
        }

        private static void SaveAndLoad(World world)
        {
            KitbagFile.Save("slot1.kit", world, new SlotInfo { Name = "Harbour", Played = TimeSpan.FromMinutes(90) });

            World loaded = KitbagFile.Load<World>("slot1.kit");
            SlotInfo info = KitbagFile.LoadInfo<SlotInfo>("slot1.kit");

            Console.WriteLine(info.Name + ", " + info.Played + ": " + loaded.Creatures.Count + " creature");
        }

        private static void SaveToStream(World world)
        {
            var upload = new MemoryStream();
            KitbagFile.Save(upload, world, new SlotInfo { Name = "Harbour" });

            World downloaded = KitbagFile.Load<World>(upload.ToArray());
            SlotInfo info = KitbagFile.LoadInfo<SlotInfo>(upload.ToArray());

            Console.WriteLine(info.Name + ": " + downloaded.Creatures.Count + " creature");
        }

        private static void Recover(World world)
        {
            var options = new KitbagFileOptions { Keep = 3, Compression = KitbagCompression.Lz4 };
            KitbagFile.Save("slot1.kit", world, options);

            // Somebody writes over the file.
            File.WriteAllText("slot1.kit", "nonsense");

            World loaded = KitbagFile.Load<World>("slot1.kit", out KitbagLoaded from);
            if (from.IsFallback)
                Console.WriteLine("Loaded " + Path.GetFileName(from.Path) + ", because: " + from.Rejected[0].Reason);

            Console.WriteLine(loaded.Name);
        }

        private static void WriteLog()
        {
            using (KitbagLog<Frame> log = KitbagLog<Frame>.Open("replay.kitlog"))
            {
                for (int i = 0; i < 10_000; i++)
                    log.Append(new Frame { Tick = log.Count, X = i * 0.5f });
                log.Flush();
            }
            Frame last = default;
            foreach (Frame frame in KitbagLog<Frame>.Read("replay.kitlog", from: 9_000))
                last = frame;

            Console.WriteLine("The replay ends with tick " + last.Tick);
        }

        // Another process follows the log while this one writes it.
        private static async Task FollowLog()
        {
            using var stop = new CancellationTokenSource();
            Task following = PrintTicks(stop.Token);
            using (KitbagLog<Frame> log = KitbagLog<Frame>.Open("replay.kitlog"))
                log.Append(new Frame { Tick = log.Count });
            stop.CancelAfter(1_000);
            try
            {
                await following;
            }
            catch (OperationCanceledException)
            {
                Console.WriteLine("No longer following");
            }
        }

        private static async Task PrintTicks(CancellationToken cancellation)
        {
            await foreach (Frame frame in KitbagLog<Frame>.Read("replay.kitlog", from: 9_990).Follow(cancellation))
                Console.WriteLine("Tick " + frame.Tick);
        }

        private static void ListSlots(World world)
        {
            var slots = new KitbagSlots("saves", quota: 100_000_000);
            slots.Save("Harbour", world, new SlotInfo { Name = "Harbour" });
            slots.Copy("Harbour", "Harbour (copy)");
            foreach (KitbagSlot<SlotInfo> slot in slots.List<SlotInfo>())
                Console.WriteLine(slot.Name + ": " + (slot.CanLoad ? slot.Info.Name : slot.Error!.Message));
            slots.Rename("Harbour (copy)", "Old harbour");
            slots.Delete("Old harbour");
        }

        private static async Task SaveBehind(World world)
        {
            using var cancellation = new CancellationTokenSource();
            var progress = new Progress<double>(part => Console.WriteLine(part.ToString("P0")));
            // The world may change as soon as the call returns.
            Task<KitbagSaved> saving = KitbagFile.SaveAsync("slot2.kit", world, null, progress, cancellation.Token);
            world.Name = "Sea";
            KitbagSaved saved = await saving;
            Console.WriteLine(saved.Length + " bytes, durable: " + saved.IsDurable);

            // Where the system announces that it will end the program.
            bool isAllWritten = KitbagFile.Flush(TimeSpan.FromSeconds(3));

            Console.WriteLine(isAllWritten);
        }
    }
}
