using System;
using System.Collections.Generic;
using Kitbag.Schema;
using Kitbag.Wire;

namespace Kitbag.Codecs
{
    /// <summary>Some of the objects to which unknown members refer, whose members are read as those of values.</summary>
    internal sealed class KeptValues
    {
        public KeptValues(int[] places, ReadOnlyMemory<byte> bytes, ReadPlan? plan, object graph)
        {
            Places = places;
            Bytes = bytes;
            Plan = plan;
            Graph = graph;
        }

        /// <summary>Gets their indexes among all objects.</summary>
        public int[] Places { get; }

        /// <summary>Gets the column of their members.</summary>
        public ReadOnlyMemory<byte> Bytes { get; }

        /// <summary>Gets how the column is read, or null if it has the form of the values.</summary>
        public ReadPlan? Plan { get; }

        /// <summary>Gets what finds the objects to which they refer.</summary>
        public object Graph { get; }
    }

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

        /// <summary>Returns the members of objects that are read as values, in several parts.</summary>
        /// <param name="r">The reader of the unknown members that refer to the objects.</param>
        /// <param name="objects">The objects.</param>
        /// <param name="part">The type of the values.</param>
        /// <exception cref="KitbagException">An object is of a tracked class of this program.</exception>
        public abstract List<KeptValues> ValuesOf(ref WireReader r, object?[] objects, ValuePart part);

        /// <summary>Reads the members of the objects of this program that have replaced others.</summary>
        public abstract void ReadReplaced(ref WireReader r);

        /// <summary>Called after the root and all other objects have been read. What is read next may need complete objects.</summary>
        public abstract void Complete(ref WireReader r);

        /// <summary>Called when nothing more is read. Lets each object be released without the others.</summary>
        public abstract void Release();
    }
}
