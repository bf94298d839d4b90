using System;
using System.Collections.Generic;
using UnityEngine;

namespace Kitbag.Samples
{
    /// <summary>
    /// What is saved. It is <c>partial</c> because of its private fields: the generator adds to it what reaches them. Members that
    /// are added, renamed (with [KitbagFormerName] or [FormerlySerializedAs]) or removed later do not break saves.
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

    /// <summary>Documents know which class each quest has; nothing has to be registered.</summary>
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
