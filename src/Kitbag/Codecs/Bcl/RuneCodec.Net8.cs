using System;
using System.ComponentModel;
using System.Text;

namespace Kitbag.Codecs
{
    /// <summary><see cref="Rune"/>: a string of this one character.</summary>
    [CodecFor(typeof(Rune), CodecShape.Surrogate)]
    [EditorBrowsable(EditorBrowsableState.Never)]
    public sealed class RuneCodec : TextCodec<Rune>
    {
        /// <summary>The only instance.</summary>
        public static readonly RuneCodec Instance = new RuneCodec();

        private RuneCodec()
        {
        }

        /// <inheritdoc/>
        protected override string ToSurrogate(Rune value) => value.ToString();

        /// <inheritdoc/>
        protected override Rune FromSurrogate(string surrogate) =>
            Rune.TryGetRuneAt(surrogate, 0, out Rune value) && value.Utf16SequenceLength == surrogate.Length
                ? value : throw new FormatException("It is not a single Unicode character.");
    }
}
