using Kitbag.Json;

namespace Kitbag.Codecs
{
    /// <summary>A codec of values that are stored as strings.</summary>
    /// <typeparam name="T">The type.</typeparam>
    public abstract class TextCodec<T> : SurrogateCodec<T, string>
    {
        private protected TextCodec()
            : base(StringCodec.Instance!)
        {
        }

        // Also what bounds the time that a document may cost which has many values of one long string.
        private protected sealed override long Cost(string surrogate) => 32 + 2L * surrogate.Length;

        /// <inheritdoc/>
        public sealed override T ReadJson(ref JsonReader r) =>
            typeof(T).IsValueType && r.Peek() != '"' ? throw r.Unexpected("a string") : base.ReadJson(ref r);
    }
}
