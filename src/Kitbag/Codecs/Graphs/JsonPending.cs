using Kitbag.Json;

namespace Kitbag.Codecs
{
    /// <summary>An object that was referred to before its members could be read, or stands too deep for that.</summary>
    internal abstract class JsonPending
    {
        /// <summary>The object.</summary>
        public abstract object Value { get; }

        /// <summary>Where it stands, and how many objects and arrays are open there.</summary>
        public JsonPosition Position { get; set; }

        /// <summary>Whether its members have been read, or are being read.</summary>
        public bool IsRead { get; set; }

        /// <summary>Reads its members; the reader stands before the object.</summary>
        public abstract void Read(ref JsonReader r);
    }

    /// <summary>A member that is to be read once all objects are there whose members it needs.</summary>
    internal abstract class JsonDeferredMember
    {
        /// <summary>Where its value stands.</summary>
        public JsonPosition Position { get; set; }

        /// <summary>Reads it; the reader stands before the value.</summary>
        public abstract void Read(ref JsonReader r);
    }
}
