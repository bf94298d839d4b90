using System;

namespace Quest.Content
{
    /// <summary>The content cannot be read; the message says which file and why.</summary>
    public sealed class ContentException : Exception
    {
        public ContentException(string message, Exception? inner = null)
            : base(message, inner)
        {
        }
    }
}
