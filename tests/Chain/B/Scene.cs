using System.Collections.Generic;
using System.Runtime.Serialization;
using Chain.A;
using Kitbag;

namespace Chain.B
{
    public class Actor : Thing
    {
        public Spot At { get; set; }

        public float? Health { get; set; }
    }

    public class Scene
    {
        public Map? Map { get; set; }

        public List<Actor>? Actors { get; set; }

        public Box<Actor>? Prison { get; set; }
    }

    /// <summary>Has members to which C has no access.</summary>
    public class Guild
    {
        [KitbagInclude]
        private readonly List<Actor> _members = new List<Actor>();

        [KitbagInclude, KitbagFormerName("_money")]
        private int _gold;

        public int Level { get; private set; }

        [KitbagInclude]
        internal Vault? Vault { get; set; }

        public string? Motto { get; set; }

        [KitbagIgnore]
        public string Rank { get; private set; } = "none";

        public Guild Enlist(Actor actor, int gold)
        {
            _members.Add(actor);
            _gold += gold;
            Level = _members.Count;
            Vault = new Vault { Keys = _gold / 10 };
            return this;
        }

        [OnDeserialized]
        private void Promote(StreamingContext context) => Rank = "rank " + Level;
    }

    public class Vault
    {
        internal Vault()
        {
        }

        public int Keys { get; set; }
    }

    /// <summary>Serializes types that the library does not know.</summary>
    public static class Saving
    {
        public static byte[] Save<[KitbagRoot] T>(T value) => KitbagSerializer.Serialize(value);

        public static T Load<[KitbagRoot] T>(byte[] document) => KitbagSerializer.Deserialize<T>(document);

        public static string Print<[KitbagRoot] T>(T value) => KitbagJson.Serialize(value);

        public static byte[] SaveScene(Scene scene) => KitbagSerializer.Serialize(scene);

        public static byte[] SaveMap(Map map) => KitbagSerializer.Serialize(map);
    }

    /// <summary>Does the same with a type parameter of the class.</summary>
    public static class Slot<[KitbagRoot] T>
    {
        public static byte[] Put(T value) => KitbagSerializer.Serialize(value);
    }
}
