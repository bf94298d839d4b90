using System;
using System.Collections.Generic;
using Kitbag.Schema;

namespace Kitbag.Codecs
{
    /// <summary>A tracked type of a document that a codec of this program reads as values.</summary>
    internal sealed class ValuePart
    {
        public ValuePart(Codec codec, SchemaType writer, int type)
        {
            Codec = codec;
            Writer = writer;
            Type = type;
        }

        public Codec Codec { get; }

        public SchemaType Writer { get; }

        /// <summary>The number of the tracked type.</summary>
        public int Type { get; }

        /// <summary>How the values are read; null where the bytes are those that this program would write.</summary>
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

        /// <summary>Whether the values are being read.</summary>
        public bool IsReading { get; set; }

        /// <summary>Whether a value has been given out as often as it was read.</summary>
        public bool IsUsedUp(int place) => _uses[place] == _copies.Count;

        /// <summary>Adds what was read.</summary>
        public void Add(T[] values) => _copies.Add(values);

        /// <summary>Gives out a value that has not been given out yet.</summary>
        public T Take(int place) => ((T[])_copies[_uses[place]++])[place];
    }
}
