using System;
using System.Collections.Generic;
using System.ComponentModel;
using System.Threading;
using Kitbag.Layout;
using Kitbag.Schema;

namespace Kitbag.Codecs
{
    // The schema of a codec: first declared, then completed with its members, so that a type can contain itself.
    public abstract partial class Codec
    {
        // The schemas that the thread is creating: a type that reaches itself is requested again before it is complete.
        [ThreadStatic]
        private static Dictionary<Codec, SchemaType>? t_making;

        private SchemaType? _schema;

        /// <summary>The schema of the values.</summary>
        public SchemaType Schema => Volatile.Read(ref _schema) ?? MakeSchema();

        /// <summary>
        /// Whether values are stored as strings. Codecs answer without creating their schema if possible, because that creates the schemas
        /// of all types that it contains, which a program that reads only documents of its own types does not need.
        /// </summary>
        internal virtual bool IsStoredAsText => Schema.Kind == SchemaKind.String;

        /// <summary>The slot of values in a row, without creating the schema if possible.</summary>
        internal virtual SlotShape RowSlot => Schema.Slot;

        /// <summary>
        /// Sets the bytes of the schema of a document, so that the schema is created only for documents with another one.
        /// </summary>
        internal void SetDocument(ReadOnlySpan<byte> schema)
        {
            if (_document == null && !schema.IsEmpty)
                _document = new CanonicalSchema(GetSchema, schema.ToArray());
        }

        /// <summary>The schema, as a method that delegates can refer to: this class is not generic, so its code is precompiled.</summary>
        private protected SchemaType GetSchema() => Schema;

        // All types are published together once they are complete: no other thread may see a type without its members.
        private SchemaType MakeSchema()
        {
            bool isOutermost = t_making == null;
            Dictionary<Codec, SchemaType> making = t_making ??= new Dictionary<Codec, SchemaType>();
            if (making.TryGetValue(this, out SchemaType? declared))
                return declared;
            try
            {
                SchemaType schema = CreateSchema();
                making[this] = schema;
                if (!isOutermost)
                    return schema;
                foreach (KeyValuePair<Codec, SchemaType> made in making)
                    Interlocked.CompareExchange(ref made.Key._schema, made.Value, null);
                return _schema!;
            }
            finally
            {
                if (isOutermost)
                    t_making = null;
            }
        }

        /// <summary>Declares the schema before its members are known. Called only while it is created.</summary>
        private protected void Declare(SchemaType schema) => t_making![this] = schema;

        /// <summary>Creates the schema. Called once.</summary>
        [EditorBrowsable(EditorBrowsableState.Never)]
        protected abstract SchemaType CreateSchema();
    }
}
