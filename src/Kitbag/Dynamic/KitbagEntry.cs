namespace Kitbag.Dynamic
{
    /// <summary>A key of a map with its value.</summary>
    public readonly struct KitbagEntry
    {
        internal KitbagEntry(KitbagNode key, KitbagNode value)
        {
            Key = key;
            Value = value;
        }

        /// <summary>The key.</summary>
        public KitbagNode Key { get; }

        /// <summary>The value.</summary>
        public KitbagNode Value { get; }
    }

    /// <summary>A member of an object with its name.</summary>
    public readonly struct KitbagMember
    {
        internal KitbagMember(string name, KitbagNode value)
        {
            Name = name;
            Value = value;
        }

        /// <summary>The name.</summary>
        public string Name { get; }

        /// <summary>The value.</summary>
        public KitbagNode Value { get; }
    }
}
