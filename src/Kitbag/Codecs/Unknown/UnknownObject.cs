using System;
using System.Collections.Generic;

namespace Kitbag.Codecs
{
    /// <summary>
    /// Represents a tracked object of a class that the program lacks, to which unknown members refer. All its members are unknown.
    /// </summary>
    internal sealed class UnknownObject : ReplaceableObject
    {
        /// <summary>Gets or sets the members, whose shape has the name of the class.</summary>
        public KitbagUnknown Members { get; set; }

        /// <summary>Gets or sets the objects of the same class in the document, while the document is read.</summary>
        public UnknownGroup? Group { get; set; }
    }

    /// <summary>
    /// The objects of a class that the program which wrote the document lacks, or that no known member refers to. All of them are replaced
    /// together if this program has the class.
    /// </summary>
    internal sealed class UnknownGroup
    {
        public UnknownGroup(string name) => Name = name;

        /// <summary>Gets the name of the class in the document.</summary>
        public string Name { get; }

        /// <summary>Gets the objects.</summary>
        public List<UnknownObject> Objects { get; } = new List<UnknownObject>();

        /// <summary>Gets the codec of the program's class, or null if the objects are not replaced.</summary>
        public Codec? Codec { get; private set; }

        /// <summary>Adds an object.</summary>
        public void Add(UnknownObject one)
        {
            one.Group = this;
            Objects.Add(one);
        }

        /// <summary>Replaces all objects.</summary>
        /// <param name="codec">The codec of the program's class.</param>
        /// <param name="table">Its objects, whose members are not known yet.</param>
        public void Replace(Codec codec, Array table)
        {
            Codec = codec;
            for (int i = 0; i < table.Length; i++)
                Objects[i].Known = new KeptReference(codec, table.GetValue(i));
        }

        /// <summary>Lets each object be released without the others.</summary>
        public void Release()
        {
            foreach (UnknownObject one in Objects)
                one.Group = null;
        }

        /// <summary>Returns the objects of the program by the blocks that contain their members, in the order of the blocks.</summary>
        public Dictionary<KeptBlock, List<object?>> ByBlock()
        {
            var blocks = new Dictionary<KeptBlock, List<object?>>();
            foreach (UnknownObject one in Objects)
            {
                if (one.Members.Block is not { } block)
                    continue;
                if (!blocks.TryGetValue(block, out List<object?>? known))
                    blocks.Add(block, known = new List<object?>());
                known.Add(one.Known!.Value);
            }
            return blocks;
        }
    }
}
