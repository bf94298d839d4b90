using System;
using System.Buffers;
using System.Collections.Generic;
using Kitbag.Documents;
using Kitbag.Schema;
using Kitbag.Wire;

namespace Kitbag.Dynamic
{
    /// <summary>
    /// A document whose types the program need not have: a tree of values that is read where it is asked for. Nothing is decoded to make
    /// one, and no more than a few thousand values to read one of a column. An instance serves one thread at a time.
    /// </summary>
    public sealed partial class KitbagDocument : IDisposable
    {
        private readonly KitbagDocumentOptions _options;
        private readonly IDisposable? _owner;
        private ReadOnlyMemory<byte> _bytes;
        private DocumentKind _kind;
        private int _bodyOffset;
        private int _bodyEnd;
        private bool _isNull;
        private Body? _body;
        private Column? _root;

        private KitbagDocument(KitbagSchema schema, KitbagDocumentOptions options, IDisposable? owner)
        {
            Schema = schema;
            _options = options;
            _owner = owner;
        }

        /// <summary>What surrounds the body.</summary>
        private struct DocumentKind
        {
            public bool IsBare, HasChecksum, HasSchema;
        }

        /// <summary>The schema by which the document was written.</summary>
        public KitbagSchema Schema { get; }

        /// <summary>Whether it ends with a checksum.</summary>
        public bool HasChecksum => _kind.HasChecksum;

        /// <summary>Whether it holds its schema; else it names it by a fingerprint, or is a bare body.</summary>
        public bool HasSchema => _kind.HasSchema;

        /// <summary>Whether it is a body without a header.</summary>
        public bool IsBare => _kind.IsBare;

        /// <summary>Reads the header and the schema of a document; all else is read where it is asked for.</summary>
        /// <param name="document">The document, which must not change as long as this is used.</param>
        /// <param name="options">How to read it.</param>
        /// <exception cref="KitbagException">It is no document, or its schema is malformed or unknown.</exception>
        public static KitbagDocument Parse(ReadOnlyMemory<byte> document, KitbagDocumentOptions? options = null) =>
            Read(document, options ?? KitbagDocumentOptions.Default, null);

        private static KitbagDocument Read(ReadOnlyMemory<byte> bytes, KitbagDocumentOptions options, IDisposable? owner)
        {
            DocumentHeader header = DocumentHeader.Read(bytes.Span, options.Limits, options.VerifyChecksum);
            var document = new KitbagDocument(SchemaOf(header, options), options, owner);
            document._kind = new DocumentKind { HasSchema = header.HasSchema, HasChecksum = header.HasChecksum };
            document._isNull = header.IsNull;
            document.SetBytes(bytes, header.BodyOffset, header.BodyEnd);
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
                if (KitbagSchema.FindLocked(header.Fingerprint) is { } locked)
                    return RecentSchemas.Get(locked, options.Limits);
                throw new KitbagException(KitbagErrorReason.UnknownSchema, "The document names its schema by the fingerprint "
                    + header.Fingerprint.ToString("x16", System.Globalization.CultureInfo.InvariantCulture)
                    + ", which is not among KitbagDocumentOptions.KnownSchemas.", header.SchemaOffset);
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

        /// <summary>Reads a bare body, as <see cref="KitbagOptions.Bare"/> writes it.</summary>
        /// <param name="body">The body, which must not change as long as this is used.</param>
        /// <param name="schema">The schema by which it was written.</param>
        /// <param name="options">How to read it.</param>
        /// <exception cref="KitbagException">It is empty.</exception>
        public static KitbagDocument ParseBody(ReadOnlyMemory<byte> body, KitbagSchema schema, KitbagDocumentOptions? options = null)
        {
            if (body.IsEmpty)
                throw new KitbagException(KitbagErrorReason.Truncated, "The input is empty; expected a bare body.", 0);
            options ??= KitbagDocumentOptions.Default;
            var document = new KitbagDocument(Readable(schema, options), options, null) { _kind = new DocumentKind { IsBare = true } };
            document.SetBytes(body, 0, body.Length);
            return document;
        }

        private void SetBytes(ReadOnlyMemory<byte> bytes, int bodyOffset, int bodyEnd)
        {
            if (_isNull && bodyOffset != bodyEnd)
                throw new KitbagException(KitbagErrorReason.TrailingBytes, "The root is null, but bytes follow the header.", bodyOffset);
            _bytes = bytes;
            _bodyOffset = bodyOffset;
            _bodyEnd = bodyEnd;
            _body = null;
            _root = null;
        }

        internal Body Body
        {
            get
            {
                WriteEdits();
                return _body ??= new Body(_bytes.Slice(_bodyOffset, _bodyEnd - _bodyOffset), Schema.Root, _options.Limits);
            }
        }

        /// <summary>The root.</summary>
        /// <exception cref="KitbagException">The document is damaged where the root is.</exception>
        public KitbagNode Root
        {
            get
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
                return KitbagNode.At(this, _root, 0, null);
            }
        }

        /// <summary>How many tracked objects of each type the document has; empty where its schema has no tracked types.</summary>
        public IReadOnlyList<KeyValuePair<string, int>> TrackedObjects
        {
            get
            {
                _ = Root;
                var counts = new List<KeyValuePair<string, int>>();
                foreach (TrackedColumns objects in Body.Objects)
                    counts.Add(new KeyValuePair<string, int>(objects.Type.Name, objects?.Count ?? 0));
                return counts;
            }
        }

        /// <summary>Reads every byte: the checksum, where there is one, and all values.</summary>
        /// <exception cref="KitbagException">Something is wrong; it says what and where.</exception>
        public void Verify()
        {
            WriteEdits();
            if (_kind.HasChecksum)
                DocumentHeader.Read(_bytes.Span, _options.Limits, true);
            if (_isNull)
                return;
            var r = new WireReader(Body.Bytes, _options.Limits);
            try
            {
                var visitor = new SilentVisitor(true);
                SchemaWalker<SilentVisitor>.WalkBody(ref r, ref visitor, Schema.Root, Schema.Root.Tracked ?? Array.Empty<SchemaType>());
                if (r.Remaining != 0)
                    throw r.Error(KitbagErrorReason.TrailingBytes, "Bytes are left after the value: "
                        + r.Remaining.ToString(System.Globalization.CultureInfo.InvariantCulture) + ".");
            }
            catch (KitbagException e)
            {
                throw Place(e, null);
            }
            finally
            {
                r.Dispose();
            }
        }

        /// <summary>Says of an error where in the document it is, unless that has been said.</summary>
        internal KitbagException Place(KitbagException e, NodePlace? place)
        {
            if (e.IsPlaced)
                return e;
            string inner = e.Path.Length == 0 || e.Path[0] is '.' or '[' ? e.Path : "." + e.Path;
            e.PlaceOnce(Schema.Root.RootName + JoinPath(NodePlace.TextOf(place), inner), _bodyOffset);
            return e;
        }

        private static string JoinPath(string path, string inner) =>
            (path.Length == 0 || path[0] == '[' || path[0] == '.' ? path : "." + path) + inner;

        /// <summary>Lets go of a file that <see cref="Open"/> has mapped. Nodes of it must not be used afterwards.</summary>
        public void Dispose()
        {
            _body = null;
            _root = null;
            _value = null;
            _isEdited = false;
            _bytes = default;
            _bodyOffset = _bodyEnd = 0;
            _owner?.Dispose();
        }
    }
}
