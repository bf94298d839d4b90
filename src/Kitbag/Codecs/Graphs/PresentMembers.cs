using System.ComponentModel;
using Kitbag.Schema;

namespace Kitbag.Codecs
{
    /// <summary>Which members of an object were read: others keep what its constructor gives them. For generated code.</summary>
    [EditorBrowsable(EditorBrowsableState.Never)]
    public readonly struct PresentMembers
    {
        private readonly ReadPlan? _early, _late;
        private readonly bool[]? _read;

        internal PresentMembers(ReadPlan? early, ReadPlan? late)
        {
            _early = early;
            _late = late;
            _read = null;
        }

        internal PresentMembers(bool[] read)
        {
            _early = _late = null;
            _read = read;
        }

        /// <summary>Whether a member was read.</summary>
        /// <param name="member">The index of the member in wire order.</param>
        public bool Has(int member) => _read != null ? _read[member]
            : _early == null || _early.StepOf(member) >= 0 || (_late != null && _late.StepOf(member) >= 0);
    }
}
