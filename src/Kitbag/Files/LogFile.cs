using System;
using System.IO;
using Kitbag.Buffers;
using Kitbag.Documents;

namespace Kitbag.Files
{
    /// <summary>The bytes of a log: its header with the schema, and its groups. Knows no types.</summary>
    internal sealed class LogFile : IDisposable
    {
        private readonly Stream _file;
        private readonly LogScanner _scanner;

        private LogFile(Stream file, string path, byte[] schema, uint checksum, int start)
        {
            _file = file;
            Path = path;
            Schema = schema;
            SchemaChecksum = checksum;
            _scanner = new LogScanner(file, start);
        }

        public string Path { get; }

        /// <summary>Gets the schema of the next groups as canonical bytes.</summary>
        public byte[] Schema { get; private set; }

        /// <summary>Gets the checksum of the document that contains the schema.</summary>
        public uint SchemaChecksum { get; private set; }

        /// <summary>The groups.</summary>
        public LogScanner Scanner => _scanner;

        /// <summary>Opens a log for reading. Returns null if its header is not written yet, or was not when its program crashed.</summary>
        public static LogFile? OpenRead(string path, KitbagLogOptions options) => FileGuard.Guard(path, "read", () =>
        {
            Stream file = options.Storage.OpenRead(path);
            try
            {
                if (!IsTornHeader(file))
                    return Open(file, path, options.Limits);
                file.Dispose();
                return null;
            }
            catch
            {
                file.Dispose();
                throw;
            }
        });

        /// <summary>Returns whether the file contains only the start of a header of a log.</summary>
        public static bool IsTornHeader(Stream file)
        {
            byte[] start = FileBytes.Read(file, 0, (int)Math.Min(file.Length, ContainerFormat.HeaderLength));
            if (start.Length < ContainerFormat.HeaderLength)
                return start.Length == 0 || ContainerFormat.HasMagic(start) || ContainerFormat.MayHaveMagic(start);
            return ContainerFormat.HasMagic(start) && ContainerFormat.IsWholeHeader(start)
                && ContainerFormat.KindOf(start) == KitbagFileKind.Log && file.Length < ContainerFormat.ReadHeader(start).BlocksAt;
        }

        /// <summary>Reads the header of a log.</summary>
        public static LogFile Open(Stream file, string path, KitbagLimits limits)
        {
            byte[] start = FileBytes.Read(file, 0, (int)Math.Min(file.Length, ContainerFormat.HeaderLength));
            ContainerHeader header = ContainerFormat.ReadHeader(start);
            if (header.Kind != KitbagFileKind.Log)
                throw new KitbagException(KitbagErrorReason.NotSupported, "The file is not a log: read it with KitbagFile.");
            byte[] info = FileBytes.Read(file, ContainerFormat.HeaderLength, header.InfoLength);
            ContainerFormat.Check(Crc32C.Append(0, info), header.InfoChecksum, "The schema of the log is damaged",
                ContainerFormat.HeaderLength);
            return new LogFile(file, path, SchemaOf(info, limits), header.InfoChecksum, header.BlocksAt);
        }

        /// <summary>
        /// Moves to the next group of records. Returns false at the end, and before a tail that is truncated or being written. Groups that
        /// contain a schema are processed.
        /// </summary>
        /// <param name="from">The first record that is requested; groups before it are not read.</param>
        /// <param name="limits">The limits.</param>
        /// <param name="skip">Whether damage is skipped.</param>
        /// <param name="group">The bytes of the body of the group.</param>
        /// <exception cref="KitbagException">The log is damaged here, and more groups follow.</exception>
        public bool TryRead(long from, KitbagLimits limits, bool skip, out byte[] group)
        {
            long again = -1;
            while (true)
            {
                LogFind found = _scanner.Move();
                if (found is LogFind.End or LogFind.Tail)
                {
                    group = Array.Empty<byte>();
                    return false;
                }
                // The group before, which was not read, may not have been one.
                BlockHeader last = _scanner.Group;
                if (found == LogFind.Damage && last.First + last.Count <= from && _scanner.TryStepBack(ref again))
                    continue;
                try
                {
                    if (found == LogFind.Damage && _scanner.Next > from)
                        throw new KitbagException(KitbagErrorReason.ChecksumMismatch, "The log is damaged: "
                            + ContainerFormat.Text(_scanner.FoundLength) + " bytes are not a group of records. The next intact group "
                            + "begins with record " + ContainerFormat.Text(_scanner.Next) + ".", _scanner.FoundAt);
                    if (found == LogFind.Damage)
                        continue;
                    if (_scanner.Group.Count == 0)
                        ReadSchema(limits);
                    else if (_scanner.Next > from)
                    {
                        group = Decode(limits);
                        return true;
                    }
                }
                catch (KitbagException e) when (found == LogFind.Group && IsDamage(e) && _scanner.IsTail())
                {
                    group = Array.Empty<byte>();
                    return false;
                }
                catch (KitbagException e) when (found == LogFind.Group && IsDamage(e) && _scanner.TryStepBack(ref again))
                {
                    // The group is read once more.
                }
                catch (KitbagException e) when (skip && IsDamage(e))
                {
                }
            }
        }

        /// <summary>Returns whether a failure is caused by damaged bytes.</summary>
        public static bool IsDamage(KitbagException e) =>
            e.Reason is KitbagErrorReason.ChecksumMismatch or KitbagErrorReason.Malformed or KitbagErrorReason.Truncated;

        /// <summary>Reads the schema in the group that was found last.</summary>
        public void ReadSchema(KitbagLimits limits)
        {
            byte[] document = Decode(limits);
            Schema = SchemaOf(document, limits);
            SchemaChecksum = Crc32C.Append(0, document);
        }

        /// <summary>The bytes of the body of the group that was found last.</summary>
        public byte[] Decode(KitbagLimits limits)
        {
            BlockHeader header = _scanner.Group;
            if (header.RawLength > limits.AllocationFor(header.StoredLength))
                throw new KitbagException(KitbagErrorReason.LimitExceeded, "A group of the log has "
                    + ContainerFormat.Text(header.RawLength) + " bytes, more than KitbagLimits.MaxAllocation "
                    + "allows. If the log is trusted, raise it.",
                    _scanner.FoundAt);
            byte[] stored = _scanner.ReadStored(SchemaChecksum);
            if (header.Compression == KitbagCompression.None)
                return stored;
            var group = new byte[header.RawLength];
            BlockCoder.Decompress(header, stored, group, _scanner.FoundAt);
            return group;
        }

        // The schema is stored as a document without records, so that tools for documents can read it.
        private static byte[] SchemaOf(byte[] document, KitbagLimits limits)
        {
            DocumentHeader header = DocumentHeader.Read(document, limits);
            return header.HasSchema ? header.Schema.ToArray() : throw new KitbagException(KitbagErrorReason.Malformed,
                "The log contains only the fingerprint of its schema; it must contain the schema.", ContainerFormat.HeaderLength);
        }

        public void Dispose() => _file.Dispose();
    }
}
