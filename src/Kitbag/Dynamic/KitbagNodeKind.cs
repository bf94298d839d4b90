namespace Kitbag.Dynamic
{
    /// <summary>Specifies the kind of a <see cref="KitbagNode"/>.</summary>
    public enum KitbagNodeKind
    {
        /// <summary>Null, of any type.</summary>
        Null,

        /// <summary>A scalar: a number, an enum, a string, a time or a Guid. <see cref="KitbagNode.Type"/> specifies its type.</summary>
        Value,

        /// <summary>An object, a struct or a record, which has members.</summary>
        Object,

        /// <summary>A sequence, which has items.</summary>
        List,

        /// <summary>A map, which has entries of key and value.</summary>
        Map,
    }
}
