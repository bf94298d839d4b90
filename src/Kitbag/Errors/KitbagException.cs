using System;
using System.Globalization;

namespace Kitbag
{
    /// <summary>Specifies the kind of failure that a <see cref="KitbagException"/> reports.</summary>
    public enum KitbagErrorReason
    {
        /// <summary>The bytes violate a rule of the format.</summary>
        Malformed,

        /// <summary>The bytes end before the value does.</summary>
        Truncated,

        /// <summary>The bytes are not a Kitbag document at all.</summary>
        NotKitbag,

        /// <summary>The document was written by a newer format version.</summary>
        NewerVersion,

        /// <summary>The checksum does not match the data.</summary>
        ChecksumMismatch,

        /// <summary>The document identifies its schema by a fingerprint that this reader does not know.</summary>
        UnknownSchema,

        /// <summary>The writer's type cannot be read as the reader's type.</summary>
        SchemaMismatch,

        /// <summary>There are bytes after the end of the value.</summary>
        TrailingBytes,

        /// <summary>A value is outside the range of the type as which it is read.</summary>
        OutOfRange,

        /// <summary>A limit of <see cref="KitbagLimits"/> would be exceeded.</summary>
        LimitExceeded,

        /// <summary>A type or a value cannot be serialized.</summary>
        NotSupported,

        /// <summary>A constructor, setter or callback of the program threw an exception, which is the inner exception.</summary>
        Refused,

        /// <summary>Kitbag itself failed because of a bug; the original exception is the inner exception.</summary>
        Defect,

        /// <summary>The file or its folder does not exist.</summary>
        FileNotFound,

        /// <summary>The program has no permission to read or write the file or its folder, or it is read-only.</summary>
        AccessDenied,

        /// <summary>The disk is full, a quota is exhausted, or the file would be larger than the system allows.</summary>
        DiskFull,

        /// <summary>The name of the file is too long, is reserved, or is not a valid file name.</summary>
        BadFileName,

        /// <summary>The path of the file is a folder, or the path of its folder is a file.</summary>
        NotAFile,

        /// <summary>The file is in use by another program, or by another part of this program.</summary>
        FileInUse,

        /// <summary>The operating system failed to read or write the file; see the inner exception.</summary>
        FileFailed,
    }

    /// <summary>The exception that is thrown for invalid input and for values that cannot be serialized.</summary>
    /// <remarks>Invalid arguments, such as null, cause an <see cref="ArgumentException"/>.</remarks>
    public sealed class KitbagException : Exception
    {
        private readonly string _detail;
        private string? _advice;
        private int _pendingIndex = -1;
        private int _refusedIndex = -1;
        private string _refusedPath = "";

        /// <summary>Initializes a new instance with a reason and a message.</summary>
        /// <param name="reason">The kind of failure.</param>
        /// <param name="message">What was found and what was expected.</param>
        public KitbagException(KitbagErrorReason reason, string message)
            : this(reason, message, -1)
        {
        }

        /// <summary>Initializes a new instance with the position of the failure in the input.</summary>
        /// <param name="reason">The kind of failure.</param>
        /// <param name="message">What was found and what was expected.</param>
        /// <param name="offset">The offset in bytes from the start of the input, or -1 if there is none.</param>
        /// <param name="inner">The exception that caused the failure, or null.</param>
        public KitbagException(KitbagErrorReason reason, string message, long offset, Exception? inner = null)
            : base(message, inner)
        {
            Reason = reason;
            Offset = offset;
            _detail = message;
        }

        /// <summary>Gets the kind of failure.</summary>
        public KitbagErrorReason Reason { get; }

        /// <summary>Gets the offset of the failure in bytes from the start of the input, or -1 if there is no input.</summary>
        public long Offset { get; private set; }

        /// <summary>
        /// Gets the path of the member that was being read or written, starting at the root: <c>World.Zones[3].Entities[17].Name</c>. If
        /// the failure concerns a whole column and no single element, the path contains <c>[]</c>. The path is empty if the failure
        /// occurred before the root was reached.
        /// </summary>
        public string Path { get; private set; } = "";

        /// <summary>Gets the path of the file, or null if the failure does not concern a file.</summary>
        public string? File { get; private set; }

        /// <summary>Gets the line of the failure in a text, starting at 1, or 0 if the input is not a text.</summary>
        public int Line { get; private set; }

        /// <summary>Gets the column of the failure in a text in characters, starting at 1, or 0 if the input is not a text.</summary>
        public int Column { get; private set; }

        /// <inheritdoc/>
        public override string Message
        {
            get
            {
                string text = File == null ? _detail : "'" + File + "': " + _detail;
                if (Path.Length != 0)
                    text += " Path: " + Path + ".";
                if (Line > 0)
                    text += " Line: " + Line.ToString(CultureInfo.InvariantCulture) + ", column: "
                        + Column.ToString(CultureInfo.InvariantCulture) + ".";
                if (Offset >= 0)
                    text += " Offset: " + Offset.ToString(CultureInfo.InvariantCulture) + ".";
                if (_advice != null)
                    text += " " + _advice;
                return text;
            }
        }

        // The path is composed from the innermost part outward while the exception propagates through the codecs. In a column, the failing
        // value is known by its index in the flattened column; the collection around it translates the index into its own.

        internal KitbagException At(int index)
        {
            _pendingIndex = index;
            return this;
        }

        internal int PendingIndex => _pendingIndex;

        /// <summary>The codec whose value could not be created from the data; null if unknown.</summary>
        internal object? Refuser { get; private set; }

        /// <summary>The index in wire order of the member of a row whose value could not be created; otherwise -1.</summary>
        internal int RefusedMember { get; private set; } = -1;

        /// <summary>
        /// Records the codec whose value could not be created, once the path within that value is known. Straight reading does not track
        /// the path of the value itself; a second read finds it, which stops at that codec.
        /// </summary>
        internal KitbagException RefusedBy(object codec, int member = -1)
        {
            if (Refuser != null && Refuser != codec)
                return this;
            Refuser = codec;
            RefusedMember = member;
            _refusedPath = Path;
            _refusedIndex = _pendingIndex;
            return this;
        }

        /// <summary>The same failure, with its path within the value that could not be created.</summary>
        internal KitbagException Again() =>
            new KitbagException(Reason, _detail, Offset, InnerException) { Path = _refusedPath, _pendingIndex = _refusedIndex };

        /// <summary>Returns the exception for an input that contains, as bytes, another input, to which this exception belongs.</summary>
        /// <param name="beginning">The text before the message, which occurs once even if several inputs contain each other.</param>
        /// <param name="offset">The offset of those bytes; the offset in them is not kept, but the path is.</param>
        internal KitbagException Within(string beginning, long offset)
        {
            string message = _detail.StartsWith(beginning, StringComparison.Ordinal) ? _detail : beginning + _detail;
            return new KitbagException(Reason, message, offset, InnerException) { Path = Path };
        }

        internal void InMember(string name, long offset = -1)
        {
            Path = "." + name + Path;
            if (Offset < 0)
                Offset = offset;
        }

        internal void InElement(int index, int outerIndex)
        {
            Path = (index < 0 ? "[]" : "[" + index.ToString(CultureInfo.InvariantCulture) + "]") + Path;
            _pendingIndex = outerIndex;
        }

        /// <summary>A name from a document, truncated to a length for messages.</summary>
        internal static string Cut(string name) => name.Length <= 100 ? name : name.Substring(0, 100) + "…";

        internal void InRoot(string name) => Path = name + Path;

        /// <summary>Replaces the path by the complete path.</summary>
        internal void Place(string path) => Path = path;

        /// <summary>Whether the path and the offset are those from the start of the input.</summary>
        internal bool IsPlaced { get; private set; }

        /// <summary>Sets the complete path, and adds the distance of the offset from the start of the input. Called once.</summary>
        internal void PlaceOnce(string path, long shift)
        {
            IsPlaced = true;
            Path = path;
            Shift(shift);
        }

        internal void MoveTo(long offset) => Offset = offset;

        internal void PlaceInText(string path, int line, int column)
        {
            Path = path;
            Line = line;
            Column = column;
        }

        /// <summary>Adds the path of the file.</summary>
        internal KitbagException InFile(string path)
        {
            File ??= path;
            return this;
        }

        /// <summary>Adds advice at the end of the message.</summary>
        internal void Advise(string advice) => _advice = advice;

        internal void Shift(long offset)
        {
            if (Offset >= 0)
                Offset += offset;
        }
    }
}
