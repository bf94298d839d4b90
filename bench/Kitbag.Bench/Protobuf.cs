using System;
using System.Collections.Generic;
using Google.Protobuf;
using Workloads;

namespace Kitbag.Bench
{
    /// <summary>
    /// The save game with Google.Protobuf's coded streams, used like generated messages use them: fields are numbered from 1, and defaults
    /// are omitted.
    /// </summary>
    internal static class Protobuf
    {
        public static void Write(CodedOutputStream o, World w)
        {
            Text(o, 1, w.Name);
            Number(o, 2, w.SavedAt.Ticks);
            foreach (Zone zone in w.Zones!)
                Message(o, 3, Zone(zone), zone, (s, z) => WriteZone(s, z));
        }

        private static int Zone(Zone z)
        {
            int size = Size(1, z.Name) + Size(2, z.Id) + 2 + CodedOutputStream.ComputeLengthSize(z.Heightmap!.Length * 4)
                + z.Heightmap.Length * 4 - 1;
            foreach (Entity e in z.Entities!)
                size += Nested(Entity(e));
            foreach (KeyValuePair<string, int> flag in z.Flags!)
                size += Nested(Size(1, flag.Key) + Size(2, flag.Value));
            return size;
        }

        private static void WriteZone(CodedOutputStream o, Zone z)
        {
            Text(o, 1, z.Name);
            Number(o, 2, z.Id);
            o.WriteTag(3, WireFormat.WireType.LengthDelimited);
            o.WriteLength(z.Heightmap!.Length * 4);
            foreach (float f in z.Heightmap)
                o.WriteFloat(f);
            foreach (Entity e in z.Entities!)
                Message(o, 4, Entity(e), e, (s, v) => WriteEntity(s, v));
            foreach (KeyValuePair<string, int> flag in z.Flags!)
                Message(o, 5, Size(1, flag.Key) + Size(2, flag.Value), flag, (s, v) => { Text(s, 1, v.Key); Number(s, 2, v.Value); });
        }

        private static int Entity(Entity e)
        {
            int size = Size(1, e.Id) + Size(2, e.Kind) + Nested(15) + (e.Health != 0 ? 5 : 0) + Size(5, e.Level) + Size(6, e.Faction)
                + (e.Active ? 2 : 0) + (e.Hostile ? 2 : 0) + Size(9, e.TargetId ?? 0);
            foreach (Item item in e.Inventory!)
                size += Nested(Item(item));
            return size;
        }

        private static void WriteEntity(CodedOutputStream o, Entity e)
        {
            Number(o, 1, e.Id);
            Text(o, 2, e.Kind);
            Message(o, 3, 15, e.Position, (s, v) => { Float(s, 1, v.X); Float(s, 2, v.Y); Float(s, 3, v.Z); });
            if (e.Health != 0)
                Float(o, 4, e.Health);
            Number(o, 5, e.Level);
            Number(o, 6, e.Faction);
            if (e.Active)
                Number(o, 7, 1);
            if (e.Hostile)
                Number(o, 8, 1);
            Number(o, 9, e.TargetId ?? 0);
            foreach (Item item in e.Inventory!)
                Message(o, 10, Item(item), item, (s, v) => WriteItem(s, v));
        }

        private static int Item(Item i) => Size(1, i.Id) + Size(2, i.Name) + Size(3, i.Count) + (i.Durability != 0 ? 5 : 0)
            + Size(5, (int)i.Rarity) + Size(6, i.Note);

        private static void WriteItem(CodedOutputStream o, Item i)
        {
            Number(o, 1, i.Id);
            Text(o, 2, i.Name);
            Number(o, 3, i.Count);
            if (i.Durability != 0)
                Float(o, 4, i.Durability);
            Number(o, 5, (int)i.Rarity);
            Text(o, 6, i.Note);
        }

        private static void Float(CodedOutputStream o, int field, float value)
        {
            o.WriteTag(field, WireFormat.WireType.Fixed32);
            o.WriteFloat(value);
        }

        private static void Number(CodedOutputStream o, int field, long value)
        {
            if (value == 0)
                return;
            o.WriteTag(field, WireFormat.WireType.Varint);
            o.WriteInt64(value);
        }

        private static void Text(CodedOutputStream o, int field, string? value)
        {
            if (string.IsNullOrEmpty(value))
                return;
            o.WriteTag(field, WireFormat.WireType.LengthDelimited);
            o.WriteString(value);
        }

        private static void Message<T>(CodedOutputStream o, int field, int size, T value, Action<CodedOutputStream, T> write)
        {
            o.WriteTag(field, WireFormat.WireType.LengthDelimited);
            o.WriteLength(size);
            write(o, value);
        }

        private static int Size(int field, long value) =>
            value == 0 ? 0 : CodedOutputStream.ComputeTagSize(field) + CodedOutputStream.ComputeInt64Size(value);

        private static int Size(int field, string? value) =>
            string.IsNullOrEmpty(value) ? 0 : CodedOutputStream.ComputeTagSize(field) + CodedOutputStream.ComputeStringSize(value);

        private static int Nested(int size) => 1 + CodedOutputStream.ComputeLengthSize(size) + size;

        public static World Read(CodedInputStream i)
        {
            var w = new World { Zones = new List<Zone>() };
            for (uint tag; (tag = i.ReadTag()) != 0;)
            {
                switch (tag >> 3)
                {
                    case 1: w.Name = i.ReadString(); break;
                    case 2: w.SavedAt = new DateTime(i.ReadInt64(), DateTimeKind.Utc); break;
                    default: w.Zones.Add(ReadZone(new CodedInputStream(i.ReadBytes().ToByteArray()))); break;
                }
            }
            return w;
        }

        private static Zone ReadZone(CodedInputStream i)
        {
            var z = new Zone { Entities = new List<Entity>(), Flags = new Dictionary<string, int>() };
            for (uint tag; (tag = i.ReadTag()) != 0;)
            {
                switch (tag >> 3)
                {
                    case 1: z.Name = i.ReadString(); break;
                    case 2: z.Id = i.ReadInt32(); break;
                    case 3:
                        z.Heightmap = new float[i.ReadLength() / 4];
                        for (int k = 0; k < z.Heightmap.Length; k++)
                            z.Heightmap[k] = i.ReadFloat();
                        break;
                    case 4: z.Entities.Add(ReadEntity(new CodedInputStream(i.ReadBytes().ToByteArray()))); break;
                    default:
                        var f = new CodedInputStream(i.ReadBytes().ToByteArray());
                        string key = "";
                        int value = 0;
                        for (uint t; (t = f.ReadTag()) != 0;)
                        {
                            if (t >> 3 == 1)
                                key = f.ReadString();
                            else
                                value = f.ReadInt32();
                        }
                        z.Flags.Add(key, value);
                        break;
                }
            }
            return z;
        }

        private static Entity ReadEntity(CodedInputStream i)
        {
            var e = new Entity { Inventory = new List<Item>() };
            for (uint tag; (tag = i.ReadTag()) != 0;)
            {
                switch (tag >> 3)
                {
                    case 1: e.Id = i.ReadInt32(); break;
                    case 2: e.Kind = i.ReadString(); break;
                    case 3:
                        i.ReadLength();
                        i.ReadTag();
                        float x = i.ReadFloat();
                        i.ReadTag();
                        float y = i.ReadFloat();
                        i.ReadTag();
                        e.Position = new Vec3 { X = x, Y = y, Z = i.ReadFloat() };
                        break;
                    case 4: e.Health = i.ReadFloat(); break;
                    case 5: e.Level = i.ReadInt32(); break;
                    case 6: e.Faction = (byte)i.ReadInt32(); break;
                    case 7: e.Active = i.ReadInt32() != 0; break;
                    case 8: e.Hostile = i.ReadInt32() != 0; break;
                    case 9: e.TargetId = i.ReadInt32(); break;
                    default: e.Inventory.Add(ReadItem(new CodedInputStream(i.ReadBytes().ToByteArray()))); break;
                }
            }
            return e;
        }

        private static Item ReadItem(CodedInputStream i)
        {
            var item = new Item();
            for (uint tag; (tag = i.ReadTag()) != 0;)
            {
                switch (tag >> 3)
                {
                    case 1: item.Id = i.ReadInt32(); break;
                    case 2: item.Name = i.ReadString(); break;
                    case 3: item.Count = i.ReadInt32(); break;
                    case 4: item.Durability = i.ReadFloat(); break;
                    case 5: item.Rarity = (Rarity)i.ReadInt32(); break;
                    default: item.Note = i.ReadString(); break;
                }
            }
            return item;
        }
    }
}
