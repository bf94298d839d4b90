using System;
using System.Collections.Generic;
using System.ComponentModel;
using System.Threading;
using Kitbag.Layout;
using Kitbag.Schema;

namespace Kitbag.Codecs
{
    // The schema of a codec: declared, then given its members, so that a type may reach itself.
    public abstract partial class Codec
    {
        // The schemas that the thread is making: types that reach themselves are met again before they are complete.
        [ThreadStatic]
        private static Dictionary<Codec, SchemaType>? t_making;

        private SchemaType? _schema;

        /// <summary>How its values are laid out.</summary>
        public SchemaType Schema => Volatile.Read(ref _schema) ?? MakeSchema();

        /// <summary>
        /// Whether values are stored as strings. Codecs answer without their schema where they can, for that is created with those of all
        /// types that it holds, and a program that reads only documents of its own types does not need it.
        /// </summary>
        internal virtual bool IsStoredAsText => Schema.Kind == SchemaKind.String;

        /// <summary>The slot of values in a row; without the schema where that is possible.</summary>
        internal virtual SlotShape RowSlot => Schema.Slot;

        /// <summary>Sets the bytes of the schema of a document, so that the schema is created only if a document has another one.</summary>
        internal void SetDocument(ReadOnlySpan<byte> schema)
        {
            if (_document == null && !schema.IsEmpty)
                _document = new CanonicalSchema(GetSchema, schema.ToArray());
        }

        /// <summary>The schema, as a method that delegates can refer to: this class is not generic, so its code is precompiled.</summary>
        private protected SchemaType GetSchema() => Schema;

        // Types are published together once all are complete: another thread must not see one of which members are missing.
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

        /// <summary>Says what the schema will be, before its members are known; only to be called while it is made.</summary>
        private protected void Declare(SchemaType schema) => t_making![this] = schema;

        /// <summary>Makes the description of how values are laid out. Called once.</summary>
        [EditorBrowsable(EditorBrowsableState.Never)]
        protected abstract SchemaType CreateSchema();
    }
}
