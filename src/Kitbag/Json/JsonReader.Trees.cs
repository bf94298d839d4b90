using System;

namespace Kitbag.Json
{
    public ref partial struct JsonReader
    {
        /// <summary>Passes over any value, and checks that it is JSON.</summary>
        /// <returns>Its text, as it stands there.</returns>
        internal ReadOnlySpan<byte> ReadRaw()
        {
            Peek();
            int start = _at;
            Skip();
            return _data.Slice(start, _at - start);
        }

        /// <summary>
        /// Copies a value with the writer's layout of objects and arrays; strings, numbers and names are copied unchanged.
        /// </summary>
        internal void CopyTo(ref JsonWriter w)
        {
            switch (Peek())
            {
                case (byte)'{':
                    BeginObject();
                    w.BeginObject();
                    for (int i = 0; NextKey(i); i++)
                    {
                        int key = w.BeginKey();
                        Peek();
                        int start = _at;
                        ReadNameBytes(out _);
                        Copy(ref w, start);
                        w.EndKey(key);
                        ReadColon();
                        CopyTo(ref w);
                    }
                    w.EndObject();
                    break;
                case (byte)'[':
                    BeginArray();
                    w.BeginArray();
                    for (int i = 0; NextElement(i); i++)
                    {
                        w.NextElement();
                        CopyTo(ref w);
                    }
                    w.EndArray();
                    break;
                case byte first:
                    int at = _at;
                    SkipScalar(first);
                    Copy(ref w, at);
                    break;
            }
        }

        private readonly void Copy(ref JsonWriter w, int start)
        {
            ReadOnlySpan<byte> text = _data.Slice(start, _at - start);
            text.CopyTo(w.GetSpan(text.Length));
            w.Advance(text.Length);
        }
    }
}
