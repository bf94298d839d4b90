namespace Kitbag.Dynamic
{
    /// <summary>Represents an entry of a map.</summary>
    public readonly struct KitbagEntry
    {
        internal KitbagEntry(KitbagNode key, KitbagNode value)
        {
            Key = key;
            Value = value;
        }

        /// <summary>Gets the key.</summary>
        public KitbagNode Key { get; }

        /// <summary>
        /// Gets the key as paths contain it: a scalar like <see cref="KitbagNode.ToString"/>, a tracked object as its
        /// <see cref="KitbagNode.Identity"/>, any other key by its content, for example <c>{X: 1, Y: 2}</c>.
        /// </summary>
        public string KeyText => Dynamic.KeyText.Of(Key);

        /// <summary>Gets the value.</summary>
        public KitbagNode Value { get; }
    }

    /// <summary>Represents a member of an object.</summary>
    public readonly struct KitbagMember
    {
        internal KitbagMember(string name, KitbagNode value)
        {
            Name = name;
            Value = value;
        }

        /// <summary>Gets the name.</summary>
        public string Name { get; }

        /// <summary>Gets the value.</summary>
        public KitbagNode Value { get; }
    }
}
