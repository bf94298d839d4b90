using System.Collections.Generic;
using Kitbag.Layout;
using Kitbag.Schema;
using Kitbag.Wire;

namespace Kitbag.Codecs
{
    /// <summary>Provides the objects for the references of unknown members that are read as values.</summary>
    internal abstract class KeptSource
    {
        /// <summary>Gets the reader of the document to whose objects the members of nested blocks refer, or null.</summary>
        public virtual GraphReader? Document => null;

        /// <summary>Returns the objects of a tracked type.</summary>
        /// <param name="name">The name of the type.</param>
        /// <param name="codec">Their codec, or null if they are missing, or if there are none.</param>
        public abstract object?[] ObjectsOf(string name, out Codec? codec);

        /// <summary>Returns the object of a reference.</summary>
        /// <param name="r">The reader of the reference.</param>
        /// <param name="name">The name of the tracked type.</param>
        /// <param name="prefix">1 + the index of the object; not 0.</param>
        public KeptReference Find(ref WireReader r, string name, uint prefix)
        {
            object?[] objects = ObjectsOf(name, out Codec? codec);
            return prefix <= (uint)objects.Length
                ? new KeptReference(codec, objects[prefix - 1])
                : throw GraphDirectory.NoSuchObject(r.Position, prefix, objects.Length, name);
        }
    }

    /// <summary>The objects of a document whose unknown members are being read.</summary>
    internal sealed class DocumentSource : KeptSource
    {
        private readonly GraphReader _graph;

        // Most references are to one type.
        private string? _lastName;
        private object?[]? _lastObjects;
        private Codec? _lastCodec;

        public DocumentSource(GraphReader graph, Dictionary<string, SchemaType> types)
        {
            _graph = graph;
            Types = types;
        }

        /// <summary>Gets the tracked types by name.</summary>
        public Dictionary<string, SchemaType> Types { get; }

        public override GraphReader? Document => _graph;

        public override object?[] ObjectsOf(string name, out Codec? codec)
        {
            if (!ReferenceEquals(name, _lastName))
            {
                _lastObjects = _graph.ObjectsOf(Types[name], out _lastCodec);
                _lastName = name;
            }
            codec = _lastCodec;
            return _lastObjects!;
        }
    }

    /// <summary>The objects of a block that contains other blocks, whose objects are those of the document.</summary>
    internal sealed class NestedSource : KeptSource
    {
        private readonly KeptTargets? _targets;

        public NestedSource(KeptTargets? targets, GraphReader? document, int depth, KeptTargets? inMemory)
        {
            _targets = targets;
            InMemory = inMemory;
            Document = document;
            Depth = depth;
        }

        public override GraphReader? Document { get; }

        /// <summary>Gets the number of blocks that contain each other.</summary>
        public int Depth { get; }

        /// <summary>
        /// Gets the lists of the block in memory that contains this one, if this one has no lists of its own, or null.
        /// </summary>
        public KeptTargets? InMemory { get; }

        public override object?[] ObjectsOf(string name, out Codec? codec) => _targets!.ObjectsOf(name, out codec);
    }
}
