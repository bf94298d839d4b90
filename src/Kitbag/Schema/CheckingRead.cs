using System.Collections.Generic;
using Kitbag.Wire;

namespace Kitbag.Schema
{
    /// <summary>
    /// A reading that creates nothing of the program's: no constructor, setter, conversion or callback runs. Codecs read by plan, member by
    /// member, so that an error has its path, and discard what they read; where they would create something, they report that instead.
    /// It finds what is wrong with a document, and where a failure happened that only the program's code can cause.
    /// </summary>
    internal sealed class CheckingRead
    {
        private readonly KitbagException? _failure;
        private readonly int _position;
        private readonly List<object>? _rows;
        private int _rowsPassed;

        /// <summary>Checks a document of which nothing is known yet.</summary>
        public CheckingRead()
        {
        }

        /// <summary>Looks for the place where reading failed.</summary>
        /// <param name="failure">The failure.</param>
        /// <param name="position">How much had been read.</param>
        /// <param name="isOfRow">Whether it came from an object in a row, which reports no failures by itself.</param>
        public CheckingRead(KitbagException failure, int position, bool isOfRow)
        {
            _failure = failure;
            _position = position;
            _rows = isOfRow ? new List<object>() : null;
        }

        /// <summary>The codecs of the objects of rows that were complete at the position of the failure, from the inside out.</summary>
        public IReadOnlyList<object>? Rows => _rows;

        /// <summary>Which of them failed; -1 while they are collected.</summary>
        public int FailedRow { get; set; } = -1;

        /// <summary>Reports that a codec would now run code of the program. Throws the failure where it is the one that failed.</summary>
        /// <param name="r">Where all that is needed has been read.</param>
        /// <param name="codec">The codec.</param>
        public void Reach(scoped ref WireReader r, object codec)
        {
            if (_failure?.RefusedMember < 0 && _failure.Refuser == codec && r.Position == _position)
                throw _failure.Again();
        }

        /// <summary>Reports that the object of a row would now be created. Throws the failure where it is the one that failed.</summary>
        /// <param name="r">Behind the row and its payloads.</param>
        /// <param name="codec">The codec of the object.</param>
        /// <param name="member">
        /// The member that the codec of a value could not make, as its place in wire order; -1 where the object was to be made.
        /// </param>
        /// <returns>Whether the failure is one of this member.</returns>
        public bool ReachRow(scoped ref WireReader r, object codec, out int member)
        {
            member = -1;
            if (_failure == null || r.Position != _position)
                return false;
            if (_rows == null)
            {
                member = _failure.RefusedMember;
                return member >= 0;
            }
            if (FailedRow < 0)
                _rows.Add(codec);
            else if (_rowsPassed++ == FailedRow)
                throw _failure.Again();
            return false;
        }

        /// <summary>The failure, to be thrown once more.</summary>
        public KitbagException Again() => _failure!.Again();

        /// <summary>The codec that failed.</summary>
        public object? Refuser => _failure?.Refuser;
    }
}
