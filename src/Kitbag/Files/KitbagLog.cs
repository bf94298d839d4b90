using System;
using System.Collections.Generic;
using System.IO;
using System.Runtime.ExceptionServices;
using Kitbag.Buffers;
using Kitbag.Codecs;
using Kitbag.CompilerServices;
using Kitbag.Documents;
using Kitbag.Files;

namespace Kitbag
{
    /// <summary>
    /// Writes a log: a file that is appended to and never rewritten, for replays, telemetry or undo. It contains the schema once, followed
    /// by groups of records, which are stored by column and have checksums. One program writes; others can read at the same time
    /// (<see cref="Read"/>). This class is not thread-safe.
    /// </summary>
    /// <typeparam name="T">The type of the records. Object identity is not preserved across groups.</typeparam>
    public sealed class KitbagLog<[KitbagRoot(Json = false)] T> : IDisposable
    {
        // A larger group is split in half, so that readers do not need more memory at once.
        private const int LargestGroup = 16 << 20;

        // The maximum size of a header and its schema that a crash can have left without their bytes.
        private const int LargestBlank = 1 << 20;

        private readonly string _path;
        private readonly KitbagLogOptions _options;
        private readonly LogFormat<T> _format;
        private readonly Stream _file;
        private readonly IDisposable? _lock;
        private readonly List<T> _pending = new List<T>();
        private long _end, _written;
        private uint _schemaChecksum;
        private bool _isSchemaDue, _isFlushed = true, _isFailed, _isDisposed;

        private KitbagLog(string path, KitbagLogOptions options)
        {
            _path = path;
            _options = options;
            _format = new LogFormat<T>(CodecCache<T>.Get(), options);
            _lock = options.Storage.Lock(path, options.LockTimeout);
            Stream? file = null;
            try
            {
                file = options.Storage.OpenWrite(path);
                Start(file);
                _file = file;
            }
            catch
            {
                file?.Dispose();
                _lock?.Dispose();
                throw;
            }
        }

        /// <summary>Gets the number of records in the log, including those that are not written yet.</summary>
        public long Count => _written + _pending.Count;

        /// <summary>
        /// Gets the number of bytes that were truncated when the log was opened: an incomplete group that a crash left. If the end of a log
        /// is missing exactly between two groups, that cannot be detected.
        /// </summary>
        public long TornBytes { get; private set; }

        /// <summary>Opens a log to append to it, and creates it if it does not exist.</summary>
        /// <param name="path">The path of the file.</param>
        /// <param name="options">Options that control writing, or null to use <see cref="KitbagLogOptions.Default"/>.</param>
        /// <returns>The log.</returns>
        /// <exception cref="KitbagException">
        /// The file cannot be written, is not a log, is being written by another process, its header is damaged, or the program's type
        /// cannot be read from its last records. The file is then unchanged.
        /// </exception>
        public static KitbagLog<T> Open(string path, KitbagLogOptions? options = null)
        {
            options ??= KitbagLogOptions.Default;
            path = FileGuard.Resolve(path, options.Storage);
            return FileGuard.Guard(path, "open", () => new KitbagLog<T>(path, options));
        }

        /// <summary>
        /// Reads a log from the first record to the last. The log may be larger than memory, and may be written at the same time.
        /// </summary>
        /// <param name="path">The path of the file.</param>
        /// <param name="from">The number of the first record to read.</param>
        /// <param name="options">Options that control reading, or null to use <see cref="KitbagLogOptions.Default"/>.</param>
        /// <returns>The records, which are read when they are enumerated.</returns>
        public static KitbagLogReader<T> Read(string path, long from = 0, KitbagLogOptions? options = null) =>
            new KitbagLogReader<T>(path, from, CodecCache<T>.Get(), options ?? KitbagLogOptions.Default);

        /// <summary>
        /// Appends a record. It is written when its group is complete or when <see cref="Flush"/> is called; the object must not be changed
        /// until then.
        /// </summary>
        /// <param name="record">The record.</param>
        /// <exception cref="KitbagException">
        /// The group cannot be written: the records are kept, and the next call tries to write them again. Or a record of the group cannot
        /// be serialized: that record is left out, and all others are written.
        /// </exception>
        public void Append(T record)
        {
            Check();
            _pending.Add(record);
            if (_pending.Count >= _options.GroupRecords)
                WritePending()?.Throw();
        }

        /// <summary>Writes and flushes all appended records.</summary>
        /// <returns>true if the data is known to have reached the medium; otherwise, false.</returns>
        /// <exception cref="KitbagException">
        /// The records could not be written. If flushing failed, the log must be opened again, because the content of the file is unknown.
        /// Or a record cannot be serialized: that record is left out, and all others are written.
        /// </exception>
        public bool Flush()
        {
            Check();
            ExceptionDispatchInfo? refused = WritePending();
            bool isDurable = FlushFile();
            refused?.Throw();
            return isDurable;
        }

        private bool FlushFile()
        {
            if (_isFlushed)
                return _options.Durability == KitbagDurability.Full;
            return FileGuard.Guard(_path, "write", () =>
            {
                _isFailed = true;
                bool isDurable = _options.Storage.Flush(_file, _options.Durability);
                _isFailed = false;
                _isFlushed = true;
                (_lock as FileLock)?.Renew();
                _options.Storage.Commit(_path);
                return isDurable;
            });
        }

        private void Check()
        {
            if (_isDisposed)
                throw new ObjectDisposedException(nameof(KitbagLog<T>));
            if (_isFailed)
                throw new KitbagException(KitbagErrorReason.FileFailed,
                    "The log could not be flushed, so the content of the file is unknown. Open it again.").InFile(_path);
        }

        // Writes the header of a new log, and truncates an incomplete one that a crash has left.
        private void Start(Stream file)
        {
            long length = file.Length;
            if (IsBlank(file, length) || LogFile.IsTornHeader(file))
            {
                TornBytes = length;
                WriteHeader(file);
                return;
            }
            LogFile log = LogFile.Open(file, _path, _options.Limits);
            LogFind found;
            bool isDamaged = false, isLastGroup = false;
            // Headers are sufficient to find the end; the bytes of the last group are checked, because they may not have been written.
            while ((found = log.Scanner.Move()) is LogFind.Group or LogFind.Damage)
            {
                isLastGroup = found == LogFind.Group;
                isDamaged |= !isLastGroup || (log.Scanner.Group.Count == 0 && !TryReadSchema(log));
            }
            _end = log.Scanner.FoundAt;
            _written = log.Scanner.Next;
            // After damage, the schema on which the checksum depends may be missing: then nothing is truncated that may be valid.
            if (isLastGroup && !log.Scanner.IsWhole(log.SchemaChecksum) && (!isDamaged || log.Scanner.Group.Count == 0))
            {
                log.Scanner.StepBack();
                _end = log.Scanner.Offset;
                _written = log.Scanner.Next;
            }
            // Appending records of an unrelated type would make the log unreadable for the programs of both.
            if (!isDamaged)
                _format.Prepare(log.Schema);
            TornBytes = length - _end;
            if (TornBytes != 0)
                file.SetLength(_end);
            _isFlushed = TornBytes == 0;
            _isSchemaDue = isDamaged || !_format.Has(log.Schema);
            _schemaChecksum = log.SchemaChecksum;
        }

        private bool TryReadSchema(LogFile log)
        {
            try
            {
                log.ReadSchema(_options.Limits);
                return true;
            }
            catch (KitbagException)
            {
                return false;
            }
        }

        // Some file systems set the length of a file before its bytes are written.
        private static bool IsBlank(Stream file, long length) =>
            length <= LargestBlank && !Defaults.AnyByte(FileBytes.Read(file, 0, (int)length));

        private void WriteHeader(Stream file)
        {
            byte[] schema = _format.SchemaDocument();
            var header = new byte[ContainerFormat.HeaderLength + schema.Length];
            ContainerFormat.WriteHeader(header, KitbagFileKind.Log, ContainerFormat.BlockSize, 1, schema);
            schema.CopyTo(header, ContainerFormat.HeaderLength);
            file.Position = 0;
            file.SetLength(0);
            file.Write(header, 0, header.Length);
            file.Flush();
            // Before any group can follow it.
            if (_options.Durability != KitbagDurability.None)
                _options.Storage.Flush(file, _options.Durability);
            _schemaChecksum = Crc32C.Append(0, schema);
            _end = header.Length;
            _isFlushed = _options.Durability != KitbagDurability.None;
            // The name of a new file must be flushed once, too.
            if (_options.Durability == KitbagDurability.Full)
                _options.Storage.FlushFolder(_options.Storage.FolderOf(_path));
        }

        // Returns the exception for a record that cannot be serialized, if there is any; all others are written then.
        private ExceptionDispatchInfo? WritePending()
        {
            if (_pending.Count == 0)
                return null;
            if (_isSchemaDue)
            {
                byte[] schema = _format.SchemaDocument();
                WriteGroup(new ArraySegment<byte>(schema), 0);
                _schemaChecksum = Crc32C.Append(0, schema);
                _isSchemaDue = false;
            }
            // Groups are removed when they are written, so that a retry after a failure does not write them again.
            ExceptionDispatchInfo? refused = null;
            while (_pending.Count != 0)
                _pending.RemoveRange(0, WriteRecords(ref refused));
            return refused;
        }

        // Writes a group of pending records: half of them if they are too large together, or if one of them cannot be serialized, until
        // only that one is left, which is refused. Returns how many records need not be written again.
        private int WriteRecords(ref ExceptionDispatchInfo? refused)
        {
            for (int count = _pending.Count; ; count = (count + 1) / 2)
            {
                using var body = new ChunkWriter(64 * 1024);
                try
                {
                    Serialize(body, count);
                }
                catch (Exception e) when (e is not OutOfMemoryException)
                {
                    if (count > 1)
                        continue;
                    (e as KitbagException)?.InFile(_path).Advise("This record is left out of the log; all others are written.");
                    refused ??= ExceptionDispatchInfo.Capture(e);
                    return 1;
                }
                if (body.Length > LargestGroup && count > 1)
                    continue;
                WriteGroup(new BlockSource(body.Complete()).TakeWhole((int)body.Length), count);
                return count;
            }
        }

        private void Serialize(ChunkWriter body, int count)
        {
            DocumentWriter.Write(body, _format.Codec, count == _pending.Count ? _pending : _pending.GetRange(0, count), _format.Options);
            if (body.Length > Arrays.MaxDocument / 2 && count == 1)
                throw new KitbagException(KitbagErrorReason.LimitExceeded, "One record of a log has " + ContainerFormat.Text(body.Length)
                    + " bytes; it may have at most " + ContainerFormat.Text(Arrays.MaxDocument / 2) + ". Append it in parts.");
        }

        private void WriteGroup(ArraySegment<byte> body, int count) => FileGuard.Guard(_path, "write", () =>
        {
            ArraySegment<byte>? compressed = BlockCoder.Compress(_options.Compression, body);
            ArraySegment<byte> stored = compressed ?? body;
            var group = new byte[ContainerFormat.BlockHeaderLength + stored.Count];
            new BlockHeader(compressed == null ? KitbagCompression.None : _options.Compression, count, stored.Count, body.Count, _written,
                Crc32C.Append(count == 0 ? 0 : _schemaChecksum, stored)).Write(group);
            Buffer.BlockCopy(stored.Array!, stored.Offset, group, ContainerFormat.BlockHeaderLength, stored.Count);
            // The remains of a failed attempt are overwritten.
            _file.Position = _end;
            _isFlushed = false;
            _file.Write(group, 0, group.Length);
            _file.Flush();
            _end += group.Length;
            _written += count;
            return true;
        });

        /// <summary>Writes and flushes all appended records, and closes the file.</summary>
        /// <exception cref="KitbagException">The records could not be written.</exception>
        public void Dispose()
        {
            if (_isDisposed)
                return;
            try
            {
                if (!_isFailed)
                    Flush();
            }
            finally
            {
                _isDisposed = true;
                _file.Dispose();
                _lock?.Dispose();
            }
        }
    }
}
