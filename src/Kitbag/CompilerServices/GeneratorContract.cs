using System.ComponentModel;

namespace Kitbag.CompilerServices
{
    /// <summary>The contract between generated code and this assembly. Used by the generator, which is compiled with this file.</summary>
    [EditorBrowsable(EditorBrowsableState.Never)]
    public static class GeneratorContract
    {
        /// <summary>
        /// The version of the contract. It is incremented for each change after which code of an older generator does not compile against
        /// this assembly, or does not work with it, or vice versa. Generated code passes it when it registers: <c>CodecRegistry</c>.
        /// </summary>
        public const int Version = 15;
    }
}
