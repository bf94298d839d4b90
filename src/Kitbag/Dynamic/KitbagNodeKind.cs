namespace Kitbag.Dynamic
{
    /// <summary>What a <see cref="KitbagNode"/> is.</summary>
    public enum KitbagNodeKind
    {
        /// <summary>Null, of whatever type.</summary>
        Null,

        /// <summary>A scalar: a number, an enum, text, a time, a Guid. <see cref="KitbagNode.Type"/> tells which.</summary>
        Value,

        /// <summary>An object, a struct or a record: members with names.</summary>
        Object,

        /// <summary>A sequence: items.</summary>
        List,

        /// <summary>A map: entries of key and value.</summary>
        Map,
    }
}
