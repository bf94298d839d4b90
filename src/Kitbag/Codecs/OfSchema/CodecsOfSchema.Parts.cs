using System;
using System.Collections.Generic;
using System.Text;
using Kitbag.Json;
using Kitbag.Schema;

namespace Kitbag.Codecs
{
    // Codecs and values of parts of a document, for edits and for reading a part as a type of the program.
    internal sealed partial class CodecsOfSchema
    {
        /// <summary>The codec of a type of the schema.</summary>
        public Codec<object?> CodecOf(SchemaType type) => Find(type).Boxed;

        /// <summary>Returns whether a type is one of the schema.</summary>
        public bool Has(SchemaType type) => _made.ContainsKey(type);

        /// <summary>Returns the type of references to a tracked type.</summary>
        public SchemaType ReferenceTo(SchemaType tracked)
        {
            foreach (SchemaType type in _made.Keys)
            {
                if (type.Kind == SchemaKind.Reference && type.Element == tracked)
                    return type;
            }
            return tracked;
        }

        /// <summary>Returns a new object of a class, in the form that its codec requires.</summary>
        public ObjectValue NewObject(SchemaType type, object?[] members) =>
            new ObjectValue((IMembersCodec)Find(type).Inner, new MemberValues(members));

        /// <summary>Returns a value of a nullable that is not null.</summary>
        public object? NewNullable(SchemaType type, object? value) => Find(type).Inner is NullableCodec<Held> ? new Held(value) : value;

        /// <summary>Returns a value of a union.</summary>
        public object? NewUnion(SchemaType type, uint number, object? value) =>
            Find(type).Inner is MixedUnionCodec ? new UnionValue(number, value) : value;

        /// <summary>Returns a list that is not tracked.</summary>
        public object? NewList(SchemaType type, List<object?> items, StringComparer? comparer)
        {
            if (type.Element!.Kind != SchemaKind.String)
                return Find(type.Element).ToList(items);
            var texts = (ItemList<string?>)TextsOf(items);
            texts.Comparer = comparer;
            return texts;
        }

        /// <summary>The codec of a scalar that can be a field of a record.</summary>
        public Codec FieldCodec(SchemaType type) => Find(type).Inner;

        /// <summary>A key of a map, of its text as the name of a JSON property.</summary>
        /// <exception cref="KitbagException">The text is no such key.</exception>
        public object ReadKey(SchemaType type, string text, KitbagJsonOptions options)
        {
            var w = new JsonWriter(KitbagJsonOptions.Default);
            byte[] quoted;
            try
            {
                StringCodec.Instance.WriteJson(ref w, text);
                quoted = w.Written.ToArray();
            }
            finally
            {
                w.Dispose();
            }
            if (!JsonKinds.IsKey(type.Kind))
                throw new KitbagException(KitbagErrorReason.SchemaMismatch, "Keys of type " + type
                    + " have no text; use the position of the entry, '[#0]'.");
            var r = new JsonReader(quoted, options);
            try
            {
                return JsonKeys.Read(ref r, Find(type).Boxed)!;
            }
            catch (KitbagException e)
            {
                throw new KitbagException(KitbagErrorReason.SchemaMismatch, "'" + KitbagException.Cut(text) + "' is no key of type " + type
                    + ".", -1, e);
            }
            finally
            {
                r.Dispose();
            }
        }
    }
}
