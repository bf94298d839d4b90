using System;

namespace Kitbag.Codecs
{
    public sealed partial class LazyCodec<T>
    {
        private static Lazy<T> Made(T value)
        {
            var lazy = new Lazy<T>(() => value);
            _ = lazy.Value;
            return lazy;
        }
    }
}
