using System;
using System.Text;
using Kitbag.Json;
using Kitbag.Schema;

namespace Kitbag.Codecs
{
    // Codecs of parts of a document, for edits.
    internal sealed partial class CodecsOfSchema
    {
        /// <summary>The codec of a type of the schema.</summary>
        public Codec<object?> CodecOf(SchemaType type) => Find(type).Boxed;

        /// <summary>The codec of a scalar that can be a field of a record.</summary>
        public Codec FieldCodec(SchemaType type) => Find(type).Inner;

        /// <summary>A key of a map, of its text in a path.</summary>
        /// <exception cref="KitbagException">The text is no such key.</exception>
        public object ReadKey(SchemaType type, string text)
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
            var r = new JsonReader(quoted, KitbagJsonOptions.Default);
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
