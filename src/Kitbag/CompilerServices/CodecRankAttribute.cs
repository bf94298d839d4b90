using System;
using System.ComponentModel;

namespace Kitbag.CompilerServices
{
    /// <summary>
    /// Marks an assembly with the length of the longest chain of references from it to other assemblies with generated codecs. For
    /// generated code only.
    /// </summary>
    [AttributeUsage(AttributeTargets.Assembly)]
    [EditorBrowsable(EditorBrowsableState.Never)]
    public sealed class CodecRankAttribute : Attribute
    {
        /// <summary>Specifies the length.</summary>
        /// <param name="rank">0 for an assembly that references no other assembly with generated codecs.</param>
        public CodecRankAttribute(int rank)
        {
            Rank = rank;
        }

        /// <summary>Gets the length.</summary>
        public int Rank { get; }
    }
}
