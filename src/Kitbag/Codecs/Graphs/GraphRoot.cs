using System.Runtime.InteropServices;
using Kitbag.Wire;

namespace Kitbag.Codecs
{
    /// <summary>Represents the root of a graph for code that needs only its references.</summary>
    internal abstract class GraphRoot
    {
        private protected GraphRoot(Codec codec)
        {
            Codec = codec;
        }

        /// <summary>Gets the codec of the root.</summary>
        public Codec Codec { get; }

        /// <summary>Finds the tracked objects that the root contains.</summary>
        public abstract void Discover(ref WireWriter w);
    }

    /// <inheritdoc/>
    internal sealed class GraphRoot<T> : GraphRoot
    {
        private readonly Codec<T> _codec;
        private readonly T _value;

        public GraphRoot(Codec<T> codec, T value)
            : base(codec)
        {
            _codec = codec;
            _value = value;
        }

        public override void Discover(ref WireWriter w)
        {
            T value = _value;
            _codec.Discover(ref w, MemoryMarshal.CreateReadOnlySpan(ref value, 1));
        }
    }
}
