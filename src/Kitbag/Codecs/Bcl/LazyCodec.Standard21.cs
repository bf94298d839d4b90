using System;

namespace Kitbag.Codecs
{
    public sealed partial class LazyCodec<T>
    {
        private static Lazy<T> Made(T value) => new Lazy<T>(value);
    }
}
