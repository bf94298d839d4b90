using System;
using System.Collections.Generic;
using Kitbag.Schema;

namespace Kitbag.Codecs
{
    /// <summary>A tracked type of a document that a codec of this program reads as values.</summary>
    internal sealed class ValuePart
    {
        public ValuePart(Codec codec, SchemaType writer, int type, KitbagUnknownCases unknownCases)
        {
            UnknownCases = unknownCases;
            Codec = codec;
            Writer = writer;
            Type = type;
        }

        public Codec Codec { get; }

        public SchemaType Writer { get; }

        /// <summary>The number of the tracked type.</summary>
        public int Type { get; }

        /// <summary>Gets how values of a union are handled whose types the reader lacks.</summary>
        public KitbagUnknownCases UnknownCases { get; }

        /// <summary>Gets or sets the plan of the values, or null if the bytes are those that this program would write.</summary>
        public ReadPlan? Plan { get; set; }
    }

    /// <summary>The values of a tracked type: read once for each time that the same object is referred to.</summary>
    internal sealed class ValueTable<T>
    {
        // Not a list of arrays of T, which programs that are compiled ahead of time would have for each class.
        private readonly List<Array> _copies = new List<Array>();
        private readonly int[] _uses;

        public ValueTable(int count)
        {
            _uses = new int[count];
        }

        public int Count => _uses.Length;

        /// <summary>Gets or sets a value indicating whether the values are being read.</summary>
        public bool IsReading { get; set; }

        /// <summary>Returns whether a value has been returned as often as it was read.</summary>
        public bool IsUsedUp(int place) => _uses[place] == _copies.Count;

        /// <summary>Adds values that were read.</summary>
        public void Add(T[] values) => _copies.Add(values);

        /// <summary>Returns a value that has not been returned yet.</summary>
        public T Take(int place) => ((T[])_copies[_uses[place]++])[place];
    }
}
