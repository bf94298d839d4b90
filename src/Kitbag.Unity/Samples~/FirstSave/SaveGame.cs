using System;
using System.Collections.Generic;
using UnityEngine;

namespace Kitbag.Samples
{
    /// <summary>
    /// The data of a saved game. The class is <c>partial</c> so that the generator can add code that accesses its private fields. Saved
    /// games can still be read after members are added, renamed (with [KitbagFormerName] or [FormerlySerializedAs]) or removed.
    /// </summary>
    [Serializable]
    public partial class SaveGame
    {
        public string Hero = "";
        public Vector3 Position;
        public Quaternion Rotation = Quaternion.identity;
        public Dictionary<string, int> Inventory = new Dictionary<string, int>();
        public List<IQuest> Quests = new List<IQuest>();

        [SerializeField]
        private int gold;

        public int Gold => gold;

        public void Earn(int amount) => gold += amount;
    }

    /// <summary>Documents contain the class of each quest, so no class has to be registered.</summary>
    public interface IQuest
    {
        string Title { get; }
    }

    [Serializable]
    public class Hunt : IQuest
    {
        public string Prey = "";
        public int Left;

        public string Title => "Hunt " + Left + " " + Prey;
    }

    [Serializable]
    public class Errand : IQuest
    {
        public string Receiver = "";
        public Vector2Int Tile;

        public string Title => "Go to " + Receiver;
    }
}
