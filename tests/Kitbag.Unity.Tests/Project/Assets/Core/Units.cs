using System;
using System.Collections.Generic;
using UnityEngine;
using UnityEngine.Serialization;

namespace Game.Core
{
    /// <summary>Types that another assembly stores. Nothing here calls Kitbag.</summary>
    [Serializable]
    public partial class Unit
    {
        public string Name;
        public Vector3 Position;

        [SerializeField, Range(0f, 1.5f)]
        private float morale;

        [SerializeField]
        private Stats stats;

        [SerializeReference]
        private List<IEffect> effects = new List<IEffect>();

        [FormerlySerializedAs("colour")]
        [SerializeField]
        private Color32 color;

        [field: SerializeField]
        public int Level { get; private set; }

        [NonSerialized]
        public int Cached = 1;

        public string Summary => Name + " " + morale + " " + stats.Power + " " + effects.Count + " " + color.g + " " + Level;

        public static Unit Create(string name, int level)
        {
            var unit = new Unit { Name = name, Position = new Vector3(level, 2, 3), morale = 0.5f, Level = level, Cached = 9 };
            unit.stats = new Stats(level * 10, new Slot<int>(level));
            unit.effects.Add(new Burn { Ticks = level });
            unit.effects.Add(new Heal { Points = new Vector2Int(level, -level) });
            unit.color = new Color32(1, 2, 3, 4);
            return unit;
        }
    }

    [Serializable]
    public partial struct Stats
    {
        [SerializeField]
        private int power;

        [SerializeField]
        private Slot<int> slot;

        public Stats(int power, Slot<int> slot)
        {
            this.power = power;
            this.slot = slot;
        }

        public int Power => power + slot.Value;
    }

    /// <summary>A generic type. IL2CPP generates code only for instantiations with value types that occur in code.</summary>
    [Serializable]
    public partial class Slot<T>
    {
        [SerializeField]
        private T value;

        public Slot()
        {
        }

        public Slot(T value) => this.value = value;

        public T Value => value;
    }

    public interface IEffect
    {
    }

    [Serializable]
    public class Burn : IEffect
    {
        public int Ticks;
    }

    [Serializable]
    public class Heal : IEffect
    {
        public Vector2Int Points;
    }

    public enum Terrain : byte
    {
        Grass,
        Water,
        Rock,
    }

    /// <summary>A record that contains Unity's types.</summary>
    public struct Tile
    {
        public Vector2Int At;
        public Color32 Tint;
        public Terrain Terrain;
        public byte Height;
        public short Cost;
    }

    /// <summary>A component may be partial and have private fields, but it is not data.</summary>
    public partial class UnitView : MonoBehaviour
    {
        [SerializeField]
        private GameObject[] prefabs = new GameObject[0];

        [SerializeField]
        private Unit unit = Unit.Create("shown", 1);

        public string Summary => unit.Summary + prefabs.Length;
    }
}
