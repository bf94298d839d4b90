using System.Collections.Generic;
using System.Linq;
using Workloads;

namespace Kitbag.Bench
{
    /// <summary>
    /// Hand-written copies of object graphs that share the strings: a lower bound for any reader that creates the objects.
    /// </summary>
    internal static class Clone
    {
        public static World Of(World w)
        {
            var copy = new World { Name = w.Name, SavedAt = w.SavedAt, Zones = new List<Zone>(w.Zones!.Count) };
            foreach (Zone z in w.Zones)
            {
                var zone = new Zone
                {
                    Name = z.Name,
                    Id = z.Id,
                    Heightmap = (float[])z.Heightmap!.Clone(),
                    Entities = new List<Entity>(z.Entities!.Count),
                    Flags = new Dictionary<string, int>(z.Flags!.Count)
                };
                foreach (KeyValuePair<string, int> flag in z.Flags)
                    zone.Flags.Add(flag.Key, flag.Value);
                foreach (Entity e in z.Entities)
                {
                    var entity = new Entity
                    {
                        Id = e.Id,
                        Kind = e.Kind,
                        Position = e.Position,
                        Health = e.Health,
                        Level = e.Level,
                        Faction = e.Faction,
                        Active = e.Active,
                        Hostile = e.Hostile,
                        TargetId = e.TargetId,
                        Inventory = new List<Item>(e.Inventory!.Count)
                    };
                    foreach (Item i in e.Inventory)
                        entity.Inventory.Add(new Item
                        {
                            Id = i.Id,
                            Name = i.Name,
                            Count = i.Count,
                            Durability = i.Durability,
                            Rarity = i.Rarity,
                            Note = i.Note
                        });
                    zone.Entities.Add(entity);
                }
                copy.Zones.Add(zone);
            }
            return copy;
        }

        public static MessageEnvelope Of(MessageEnvelope m) =>
            new MessageEnvelope
            {
                IsInternal = m.IsInternal,
                TimeStamp = m.TimeStamp,
                MessageId = m.MessageId,
                Header = m.Header,
                From = m.From,
                To = m.To
            };

        public static List<Person> Of(List<Person> persons) =>
            persons.Select(p => new Person { Age = p.Age, FirstName = p.FirstName, LastName = p.LastName, Sex = p.Sex }).ToList();
    }
}
