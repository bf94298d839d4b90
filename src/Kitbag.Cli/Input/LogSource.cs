using System;
using System.Collections.Generic;
using System.Globalization;
using Kitbag.Cli.Running;
using Kitbag.Dynamic;

namespace Kitbag.Cli.Input
{
    /// <summary>A log: its records are read group by group.</summary>
    internal sealed class LogSource
    {
        private readonly string _path;
        private readonly KitbagLogOptions _options;

        public LogSource(string path, long length, KitbagStorage storage)
        {
            _path = path;
            _options = new KitbagLogOptions { Limits = Sources.Limits, Storage = storage };
            Length = length;
        }

        /// <summary>The bytes of the file.</summary>
        public long Length { get; }

        /// <summary>The records from the first one on, each with its number.</summary>
        public IEnumerable<(long Number, KitbagNode Record)> Records()
        {
            foreach (KitbagLogGroup group in Groups(0))
            {
                KitbagNode list = group.Document.Root;
                for (int i = 0; i < list.Count; i++)
                    yield return (group.First + i, list[i]);
            }
        }

        /// <summary>Finds a value of one record: <c>[17].Name</c>.</summary>
        public KitbagNode Find(string path)
        {
            (KitbagDocument group, string place) = Locate(path);
            return group.Find(place);
        }

        /// <summary>Returns the document that contains a record, and the path of a value of that record within the document.</summary>
        public (KitbagDocument Group, string Path) Locate(string path)
        {
            int start = path.StartsWith('$') ? 1 : 0, end = path.IndexOf(']', StringComparison.Ordinal);
            if (end < 0 || path[start] != '[' || !long.TryParse(path.AsSpan(start + 1, end - start - 1), NumberStyles.None,
                CultureInfo.InvariantCulture, out long record))
                throw ToolException.Usage("A path into a log begins with the number of a record, as [17].Name does.");
            foreach (KitbagLogGroup group in Groups(record))
            {
                // If damage is skipped, the next intact group follows.
                if (group.First > record)
                    break;
                return (group.Document, "[" + (record - group.First).ToString(CultureInfo.InvariantCulture) + path[end..]);
            }
            throw ToolException.Bad("The log has no record " + record.ToString(CultureInfo.InvariantCulture) + ".");
        }

        private IEnumerable<KitbagLogGroup> Groups(long from) =>
            KitbagLogGroup.Read(_path, from, _options);

        /// <summary>Reads all bytes of the log.</summary>
        public KitbagLogState ReadState() => KitbagLogState.Read(_path, _options);
    }
}
