using System;

namespace Kitbag.Codecs
{
    // What is kept of members and classes that the program lacks.
    public abstract partial class Codec
    {
        /// <summary>Whether its values are what is unknown of objects.</summary>
        internal virtual bool HoldsUnknown => false;

        /// <summary>Of values that are what is unknown of objects: has the codec of these make what reads it.</summary>
        /// <remarks>
        /// By way of the codec of such values, so that programs that are compiled ahead of time have nothing of it where no class keeps
        /// what is unknown.
        /// </remarks>
        internal virtual void MakeUnknownReader(Codec owner) => throw new InvalidOperationException();

        /// <summary>Makes what reads what is unknown of objects.</summary>
        internal virtual void MakeUnknownReader() => throw new InvalidOperationException();

        /// <summary>Whether its objects keep what is unknown of them.</summary>
        internal virtual bool KeepsUnknown => false;

        /// <summary>Whether its objects stand for those of classes that the program lacks.</summary>
        internal virtual bool KeepsCases => false;
    }

    public abstract partial class Codec<T>
    {
        /// <summary>What is unknown of an object.</summary>
        internal virtual KitbagUnknown KeptOf(T value) => default;
    }
}
