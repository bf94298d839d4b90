using System;

namespace Quest.Content
{
    /// <summary>The content cannot be read; the message names the file and the reason.</summary>
    public sealed class ContentException : Exception
    {
        public ContentException(string message, Exception? inner = null)
            : base(message, inner)
        {
        }
    }
}
