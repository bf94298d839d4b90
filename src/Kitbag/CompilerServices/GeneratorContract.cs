using System.ComponentModel;

namespace Kitbag.CompilerServices
{
    /// <summary>What generated code and this assembly agree on. For the generator only, which is compiled with this very file.</summary>
    [EditorBrowsable(EditorBrowsableState.Never)]
    public static class GeneratorContract
    {
        /// <summary>
        /// Raised with each change after which code of an older generator does not compile against this assembly, or does not work with it,
        /// or the other way round. Generated code hands its number over when it registers: <c>CodecRegistry</c>.
        /// </summary>
        public const int Version = 8;
    }
}
