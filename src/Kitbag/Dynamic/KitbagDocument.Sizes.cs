using System;
using System.Collections.Generic;
using Kitbag.Schema;
using Kitbag.Wire;

namespace Kitbag.Dynamic
{
    public sealed partial class KitbagDocument
    {
        /// <summary>
        /// Returns the number of bytes of each part of the document. The sum of the own bytes of all parts is the length of the document.
        /// Columns are skipped without being decoded.
        /// </summary>
        /// <returns>
        /// The size of the document, whose parts are the header, the schema, the root, tracked objects, and the checksum.
        /// </returns>
        /// <exception cref="KitbagException">The document is damaged.</exception>
        public KitbagSize Sizes()
        {
            Body body = Body;
            var document = new KitbagSize(null, "document", "", null) { Values = 1 };
            int schema = HasSchema ? Schema.Bytes.Length : 0;
            if (!IsBare)
                Add(document, "header", _bodyOffset - schema);
            if (HasSchema)
                Add(document, "schema", schema);
            if (!_isNull)
                CountBody(body, document);
            if (HasChecksum)
                Add(document, "checksum", _bytes.Length - _bodyEnd);
            Sum(document);
            return document;
        }

        private void CountBody(Body whole, KitbagSize document)
        {
            Body body = whole.Part();
            var visitor = new SizeVisitor(body, document);
            WireReader r = body.Read(0);
            try
            {
                SchemaWalker<SizeVisitor>.WalkBody(ref r, ref visitor, Schema.Root, body.Segments);
                if (body.Segments.Length != 0)
                    Add(document, "directory", body.Length - visitor.Counted);
                else
                    CheckEnd(ref r);
            }
            catch (KitbagException e)
            {
                throw Place(e, null);
            }
            finally
            {
                r.Dispose();
                body.Memory.Close();
            }
        }

        private static void Add(KitbagSize document, string name, long bytes) =>
            new KitbagSize(document, name, name, null) { Values = 1, OwnBytes = bytes };

        // Parts follow their container: in reverse order, each sum is complete when it is added.
        private static void Sum(KitbagSize document)
        {
            var all = new List<KitbagSize>(document.All());
            for (int i = all.Count - 1; i >= 0; i--)
            {
                long bytes = all[i].OwnBytes;
                foreach (KitbagSize part in all[i].Parts)
                    bytes += part.Bytes;
                all[i].Bytes = bytes;
            }
        }
    }
}
