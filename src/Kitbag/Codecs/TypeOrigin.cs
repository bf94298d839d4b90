using System;

namespace Kitbag.Codecs
{
    /// <summary>What is known of the earlier versions of a type.</summary>
    internal sealed class TypeOrigin
    {
        /// <summary>The origin of types of which nothing is known.</summary>
        public static readonly TypeOrigin None = new TypeOrigin(Array.Empty<string>(), false);

        public TypeOrigin(string[] formerNames, bool isDerived)
        {
            FormerNames = formerNames;
            IsDerived = isDerived;
        }

        /// <summary>The names that the type had in older documents.</summary>
        public string[] FormerNames { get; }

        /// <summary>Whether the type derives from another class.</summary>
        public bool IsDerived { get; }
    }
}
