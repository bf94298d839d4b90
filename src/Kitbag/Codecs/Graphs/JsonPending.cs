using Kitbag.Json;

namespace Kitbag.Codecs
{
    /// <summary>
    /// An object that was referred to before its members could be read, or that is nested too deeply to be read immediately.
    /// </summary>
    internal abstract class JsonPending
    {
        /// <summary>The codec of the object, not that of references to it.</summary>
        public abstract Codec Codec { get; }

        /// <summary>The object.</summary>
        public abstract object Value { get; }

        /// <summary>Gets or sets the position of the object, with the number of objects and arrays that are open there.</summary>
        public JsonPosition Position { get; set; }

        /// <summary>Gets or sets a value indicating whether its members have been read, or are being read.</summary>
        public bool IsRead { get; set; }

        /// <summary>Reads its members; the reader is positioned before the object.</summary>
        public abstract void Read(ref JsonReader r);
    }

    /// <summary>Represents a member that is read when all objects exist whose members it needs.</summary>
    internal abstract class JsonDeferredMember
    {
        /// <summary>Gets or sets the position of its value.</summary>
        public JsonPosition Position { get; set; }

        /// <summary>Reads the member; the reader is positioned before the value.</summary>
        public abstract void Read(ref JsonReader r);
    }
}
