using System;
using Kitbag.Wire;

namespace Kitbag.Codecs
{
    /// <summary>
    /// Reads the objects of a document whose classes the program which wrote the document lacked, or to which no known member refers. Those
    /// of classes that this program has are replaced.
    /// </summary>
    /// <remarks>
    /// Abstract, so that ahead-of-time compiled programs contain the implementation only if a class keeps unknown members.
    /// </remarks>
    internal abstract class UnknownObjects
    {
        /// <summary>Gets or sets how an instance is created, or null if no class of the program keeps unknown members.</summary>
        public static Func<GraphReader, Codec, UnknownObjects>? Maker { get; set; }

        /// <summary>Reads the objects, before all others, because unknown members of any object may refer to them.</summary>
        public abstract void Read(ref WireReader r);

        /// <summary>Replaces the objects to which a member refers whose type is a class of this program.</summary>
        /// <param name="r">The reader of the document.</param>
        /// <param name="objects">The objects.</param>
        /// <param name="codec">The codec of the class.</param>
        public abstract void Replace(ref WireReader r, object?[] objects, Codec codec);

        /// <summary>Reads the members of the objects of this program that have replaced others.</summary>
        public abstract void ReadReplaced(ref WireReader r);

        /// <summary>Called after the root and all other objects have been read. What is read next may need complete objects.</summary>
        public abstract void Complete(ref WireReader r);

        /// <summary>Called when nothing more is read. Lets each object be released without the others.</summary>
        public abstract void Release();
    }
}
