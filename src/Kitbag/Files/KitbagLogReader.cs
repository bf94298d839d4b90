using System;
using System.Collections;
using System.Collections.Generic;
using Kitbag.Codecs;
using Kitbag.Files;

namespace Kitbag
{
    /// <summary>
    /// Enumerates the records of a log in order. Each enumeration opens the file, reads one group at a time, and ends after the last
    /// complete group; a torn tail is not an error. Damage before the tail causes an exception unless
    /// <see cref="KitbagLogOptions.SkipDamaged"/> is set.
    /// </summary>
    /// <typeparam name="T">The type of the records.</typeparam>
    public sealed partial class KitbagLogReader<T> : IEnumerable<T>
    {
        private readonly string _path;
        private readonly long _from;
        private readonly Codec<T> _codec;
        private readonly KitbagLogOptions _options;

        internal KitbagLogReader(string path, long from, Codec<T> codec, KitbagLogOptions options)
        {
            if (path == null)
                throw new ArgumentNullException(nameof(path));
            if (from < 0)
                throw new ArgumentOutOfRangeException(nameof(from));
            _path = path;
            _from = from;
            _codec = codec;
            _options = options;
        }

        /// <summary>Returns an enumerator that reads the records.</summary>
        /// <exception cref="KitbagException">
        /// The file cannot be read, is not a log, is damaged, or its records cannot be read as this type.
        /// </exception>
        public IEnumerator<T> GetEnumerator()
        {
            using LogFile? log = Open();
            if (log == null)
                yield break;
            var format = new LogFormat<T>(_codec, _options);
            while (TryReadGroup(log, format, out List<T> records, out int skip))
            {
                for (int i = skip; i < records.Count; i++)
                    yield return records[i];
            }
        }

        IEnumerator IEnumerable.GetEnumerator() => GetEnumerator();

        private LogFile? Open() => LogFile.OpenRead(FileGuard.Resolve(_path, _options.Storage), _options);

        private bool TryReadGroup(LogFile log, LogFormat<T> format, out List<T> records, out int skip)
        {
            skip = 0;
            records = null!;
            try
            {
                if (!log.TryRead(_from, _options.Limits, _options.SkipDamaged, out byte[] group))
                    return false;
                records = format.Read(group, log.Schema);
                BlockHeader header = log.Scanner.Group;
                if (records.Count != header.Count)
                    throw new KitbagException(KitbagErrorReason.Malformed, "A group of the log has "
                        + ContainerFormat.Text(records.Count) + " records; its header announces " + ContainerFormat.Text(header.Count)
                        + ".", log.Scanner.FoundAt);
                skip = (int)Math.Max(_from - header.First, 0);
                return true;
            }
            catch (Exception e) when (e is KitbagException || FileErrors.IsOfStorage(e))
            {
                KitbagException better = FileErrors.Of(e, log.Path, "read");
                if (better == e)
                    throw;
                throw better;
            }
        }
    }
}
