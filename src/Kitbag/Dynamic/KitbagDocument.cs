using System;
using System.Buffers;
using System.Collections.Generic;
using Kitbag.Documents;
using Kitbag.Layout;
using Kitbag.Schema;
using Kitbag.Wire;

namespace Kitbag.Dynamic
{
    /// <summary>
    /// Represents a document whose types the program need not have, as a tree of values that is read lazily. Parsing decodes no values, and
    /// accessing a value decodes at most a few thousand values of its column. This class is not thread-safe.
    /// </summary>
    public sealed partial class KitbagDocument : IDisposable
    {
        private readonly KitbagDocumentOptions _options;
        private readonly IDisposable? _owner;
        private ReadOnlyMemory<byte> _bytes;
        private object? _source;
        private string? _file;
        private DocumentKind _kind;
        private int _bodyOffset;
        private int _bodyEnd;
        private bool _isNull, _isDisposed;
        private Body? _body;
        private Column? _root;

        private KitbagDocument(KitbagSchema schema, KitbagDocumentOptions options, IDisposable? owner)
        {
            Schema = schema;
            _options = options;
            _owner = owner;
        }

        /// <summary>Describes everything that surrounds the body.</summary>
        private struct DocumentKind
        {
            public bool IsBare, HasChecksum, HasSchema, HasUnknownObjects;
        }

        /// <summary>Gets the schema with which the document was written.</summary>
        public KitbagSchema Schema { get; }

        /// <summary>Gets a value indicating whether the document has a checksum.</summary>
        public bool HasChecksum => _kind.HasChecksum;

        /// <summary>
        /// Gets a value indicating whether the document contains its schema. Otherwise it has a fingerprint, or is a bare body.
        /// </summary>
        public bool HasSchema => _kind.HasSchema;

        /// <summary>Gets a value indicating whether the document is a body without a header.</summary>
        public bool IsBare => _kind.IsBare;

        /// <summary>Reads the header and the schema of a document. Values are read when they are accessed.</summary>
        /// <param name="document">The document, which must not change while this instance is used.</param>
        /// <param name="options">Options that control reading, or null to use the default options.</param>
        /// <returns>The document.</returns>
        /// <exception cref="KitbagException">The bytes are not a document, or the schema is malformed or unknown.</exception>
        public static KitbagDocument Parse(ReadOnlyMemory<byte> document, KitbagDocumentOptions? options = null) =>
            Read(document, options ?? KitbagDocumentOptions.Default, null);

        private static KitbagDocument Read(ReadOnlyMemory<byte> bytes, KitbagDocumentOptions options, IDisposable? owner)
        {
            DocumentHeader header = DocumentHeader.Read(bytes.Span, options.Limits, options.VerifyChecksum);
            var document = new KitbagDocument(SchemaOf(header, options), options, owner);
            document._kind = new DocumentKind
            {
                HasSchema = header.HasSchema,
                HasChecksum = header.HasChecksum,
                HasUnknownObjects = header.HasUnknownObjects,
            };
            document._isNull = header.IsNull;
            document.SetBytes(bytes, header.BodyOffset, header.BodyEnd, owner);
            return document;
        }

        private static KitbagSchema SchemaOf(in DocumentHeader header, KitbagDocumentOptions options)
        {
            if (!header.HasSchema)
            {
                foreach (KitbagSchema known in options.KnownSchemas)
                {
                    if (known.Fingerprint == header.Fingerprint)
                        return Readable(known, options);
                }
                if ((options.LockFile?.Find(header.Fingerprint) ?? KitbagSchema.FindLocked(header.Fingerprint)) is { } locked)
                    return RecentSchemas.Get(locked, options.Limits);
                throw new KitbagException(KitbagErrorReason.UnknownSchema, "The document names its schema by the fingerprint "
                    + header.Fingerprint.ToString("x16", System.Globalization.CultureInfo.InvariantCulture)
                    + ", which is neither among KitbagDocumentOptions.KnownSchemas nor in the LockFile.", header.SchemaOffset);
            }
            try
            {
                return RecentSchemas.Get(header.Schema, options.Limits);
            }
            catch (KitbagException e)
            {
                e.Shift(header.SchemaOffset);
                throw;
            }
        }

        // Types of this program do not know the numbers of tracked types; those that were read do.
        private static KitbagSchema Readable(KitbagSchema schema, KitbagDocumentOptions options) =>
            schema.Root.Tracked != null ? schema : RecentSchemas.Get(schema.Bytes, options.Limits);

        /// <summary>Reads a bare body, as written with <see cref="KitbagOptions.Bare"/>.</summary>
        /// <param name="body">The body, which must not change while this instance is used.</param>
        /// <param name="schema">The schema with which it was written.</param>
        /// <param name="options">Options that control reading, or null to use the default options.</param>
        /// <returns>The document.</returns>
        /// <exception cref="KitbagException">The body is empty.</exception>
        public static KitbagDocument ParseBody(ReadOnlyMemory<byte> body, KitbagSchema schema, KitbagDocumentOptions? options = null)
        {
            if (body.IsEmpty)
                throw new KitbagException(KitbagErrorReason.Truncated, "The input is empty; expected a bare body.", 0);
            options ??= KitbagDocumentOptions.Default;
            var document = new KitbagDocument(Readable(schema, options), options, null) { _kind = new DocumentKind { IsBare = true } };
            document.SetBytes(body, 0, body.Length);
            return document;
        }

        private void SetBytes(ReadOnlyMemory<byte> bytes, int bodyOffset, int bodyEnd, object? source = null)
        {
            if (_isNull && bodyOffset != bodyEnd)
                throw new KitbagException(KitbagErrorReason.TrailingBytes, "The root is null, but bytes follow the header.", bodyOffset);
            _source = source;
            _bytes = bytes;
            _bodyOffset = bodyOffset;
            _bodyEnd = bodyEnd;
            _body = null;
            _root = null;
        }

        // Returns all bytes, which are in memory until something else is read.
        private ReadOnlySpan<byte> AllBytes
        {
            get
            {
                (_source as BlockBytes)?.LoadAll();
                return _bytes.Span;
            }
        }

        /// <summary>Gets the object that is disposed with the document.</summary>
        internal IDisposable? Owner => _owner;

        internal Body Body
        {
            get
            {
                WriteEdits();
                return _body ??= new Body(_bytes.Slice(_bodyOffset, _bodyEnd - _bodyOffset), Schema.Root, _options.Limits, _source,
                    _kind.HasUnknownObjects);
            }
        }

        /// <summary>Gets the root value.</summary>
        /// <exception cref="KitbagException">The document is damaged at the root.</exception>
        public KitbagNode Root
        {
            get
            {
                OpenRoot();
                return KitbagNode.At(this, _root!, 0, null);
            }
        }

        // Reads the list of the tracked objects, too.
        private void OpenRoot()
        {
            WriteEdits();
            try
            {
                _root ??= _isNull ? new DefaultColumn(Body, Schema.Root, 1) : Body.OpenRoot();
            }
            catch (KitbagException e)
            {
                throw Place(e, null);
            }
        }

        /// <summary>
        /// Gets the number of tracked objects of each type in the document. Objects of classes that the program which wrote the document
        /// lacks are counted as <c>$unknown</c>, if there are any.
        /// </summary>
        public IReadOnlyList<KeyValuePair<string, int>> TrackedObjects
        {
            get
            {
                OpenRoot();
                var counts = new List<KeyValuePair<string, int>>();
                foreach (TrackedColumns objects in Body.Objects)
                {
                    if (objects.Type != UnknownObjectType.Instance || objects.Count != 0)
                        counts.Add(new KeyValuePair<string, int>(objects.Type.Name, objects.Count));
                }
                return counts;
            }
        }

        /// <summary>
        /// Reads every byte: the checksum, if there is one, and all values, including members that another version of the program wrote.
        /// Only reading the values finds keys that occur twice, and damage within values of type <c>object</c> and in the lengths of
        /// multidimensional arrays.
        /// </summary>
        /// <exception cref="KitbagException">The document is damaged; the exception says what is wrong and where.</exception>
        public void Verify()
        {
            WriteEdits();
            if (_kind.HasChecksum)
                DocumentHeader.Read(AllBytes, _options.Limits, true);
            if (_isNull)
                return;
            OpenRoot();
            WireReader r = Body.Read(0);
            try
            {
                var visitor = new ValueChecker(Body);
                SchemaWalker<ValueChecker>.WalkBody(ref r, ref visitor, Schema.Root, Body.Segments);
                CheckEnd(ref r);
            }
            catch (KitbagException e)
            {
                if (e.Offset < 0)
                    e.MoveTo(r.Position);
                throw Place(e, null);
            }
            finally
            {
                r.Dispose();
            }
        }

        private static void CheckEnd(ref WireReader r)
        {
            if (r.Position != r.Length)
                throw r.Error(KitbagErrorReason.TrailingBytes, "The value ends here, but "
                    + (r.Length - r.Position).ToString(System.Globalization.CultureInfo.InvariantCulture) + " more byte(s) follow.");
        }

        /// <summary>Adds the path and the offset in the document to an exception, unless it already has them.</summary>
        /// <param name="e">The exception.</param>
        /// <param name="place">The place of the node.</param>
        /// <param name="column">
        /// The column that contains the value; null if the exception has an offset, or does not concern the document.
        /// </param>
        internal KitbagException Place(KitbagException e, NodePlace? place, Column? column = null)
        {
            if (_file != null)
                e.InFile(_file);
            if (e.IsPlaced)
                return e;
            // Offsets in a part that is itself a body are not those of the document.
            if (column != null && (e.Offset < 0 || column.Body.Origin >= 0))
                e.MoveTo(column.Offset);
            string inner = e.Path.Length == 0 || e.Path[0] is '.' or '[' ? e.Path : "." + e.Path;
            e.PlaceOnce(Schema.Root.RootName + JoinPath(NodePlace.TextOf(place, isOfError: true), inner), _bodyOffset);
            return e;
        }

        private static string JoinPath(string path, string inner) =>
            (path.Length == 0 || path[0] == '[' || path[0] == '.' ? path : "." + path) + inner;

        private void ThrowIfDisposed()
        {
            if (_isDisposed)
                throw new ObjectDisposedException(nameof(KitbagDocument));
        }

        /// <summary>
        /// Releases the bytes, and a file that <see cref="Open"/> has mapped. Nodes that read anything afterwards throw an
        /// <see cref="ObjectDisposedException"/>, as does this instance.
        /// </summary>
        public void Dispose()
        {
            _isDisposed = true;
            _body?.Release();
            _body = null;
            _root = null;
            _value = null;
            _isEdited = false;
            _bytes = default;
            _source = null;
            _bodyOffset = _bodyEnd = 0;
            _owner?.Dispose();
        }
    }
}
