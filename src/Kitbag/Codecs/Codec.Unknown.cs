using System;

namespace Kitbag.Codecs
{
    // Unknown members, and objects of unknown classes.
    public abstract partial class Codec
    {
        /// <summary>Whether values are the unknown members of objects.</summary>
        internal virtual bool HoldsUnknown => false;

        /// <summary>
        /// For values that are unknown members of objects: lets the codec of these objects create its reader of unknown members.
        /// </summary>
        /// <remarks>
        /// Called through the codec of such values, so that ahead-of-time compiled programs contain this code only if a class keeps unknown
        /// members.
        /// </remarks>
        internal virtual void MakeUnknownReader(Codec owner) => throw new InvalidOperationException();

        /// <summary>Creates the reader of unknown members.</summary>
        internal virtual void MakeUnknownReader() => throw new InvalidOperationException();

        /// <summary>Whether its objects keep unknown members.</summary>
        internal virtual bool KeepsUnknown => false;

        /// <summary>The unknown members of an object.</summary>
        internal virtual KitbagUnknown KeptOf(object? value) => default;

        /// <summary>Whether its objects are stand-ins for objects of unknown classes.</summary>
        internal virtual bool KeepsCases => false;
    }
}
