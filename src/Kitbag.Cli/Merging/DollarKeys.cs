using System;
using System.Linq;

namespace Kitbag.Cli.Merging
{
    /// <summary>
    /// Distinguishes keys of maps that begin with '$' from references. In JSON with references this '$' is escaped, but nodes have no
    /// escapes, so it is replaced by a character that occurs nowhere in the texts.
    /// </summary>
    internal sealed class DollarKeys
    {
        private const string InJson = "\\u0024";

        private readonly char _dollar;

        /// <param name="texts">The JSON of the documents.</param>
        public DollarKeys(params string[] texts)
        {
            // Letters that a writer of JSON need not escape.
            _dollar = Enumerable.Range('\u4e00', 0x5000).Select(c => (char)c)
                .First(c => !texts.Any(text => text.Contains(c, StringComparison.Ordinal)));
        }

        /// <summary>Replaces the '$' of keys.</summary>
        /// <param name="json">JSON from a document: only keys begin with an escaped '$'.</param>
        public string Hide(string json) => json.Replace("\"" + InJson, "\"" + _dollar, StringComparison.Ordinal);

        /// <summary>Restores the keys.</summary>
        /// <param name="json">JSON with such keys.</param>
        public string Restore(string json) => json.Replace(_dollar.ToString(), InJson, StringComparison.Ordinal);

        /// <summary>Restores the keys in a conflict, which is shown to people.</summary>
        public Conflict Restore(Conflict conflict) =>
            new Conflict(Show(conflict.Path)!, Show(conflict.Base), Show(conflict.Ours), Show(conflict.Theirs));

        /// <summary>Restores the keys in text that is not JSON.</summary>
        public string? Show(string? text) => text?.Replace(_dollar, '$');
    }
}
