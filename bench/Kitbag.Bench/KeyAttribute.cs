using System;

namespace Workloads
{
    /// <summary>A placeholder for MessagePack's attribute on the models, which the peers of this project do not need.</summary>
    [AttributeUsage(AttributeTargets.Property | AttributeTargets.Field)]
    internal sealed class KeyAttribute : Attribute
    {
        public KeyAttribute(int key)
        {
            Key = key;
        }

        public int Key { get; }
    }
}
