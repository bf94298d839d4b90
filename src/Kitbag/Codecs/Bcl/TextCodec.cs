using System.ComponentModel;
using Kitbag.Json;

namespace Kitbag.Codecs
{
    /// <summary>A codec of values that are stored as strings.</summary>
    /// <typeparam name="T">The type.</typeparam>
    [EditorBrowsable(EditorBrowsableState.Never)]
    public abstract class TextCodec<T> : SurrogateCodec<T, string>
    {
        private protected TextCodec()
            : base(StringCodec.Instance!)
        {
        }

        /// <inheritdoc/>
        public sealed override T ReadJson(ref JsonReader r) => !typeof(T).IsValueType ? base.ReadJson(ref r) : (char)r.Peek() switch
        {
            '"' => base.ReadJson(ref r),
            '[' => ReadJsonOfOne(ref r),
            _ => throw r.Unexpected("a string"),
        };
    }
}
