using System;

namespace Workloads
{
    /// <summary>What the models' keys are to this project, whose peers need none: nothing.</summary>
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
