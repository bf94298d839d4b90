using System.Collections.Generic;
using Kitbag.Wire;

namespace Kitbag.Schema
{
    /// <summary>
    /// Represents a reading that creates no objects of the program: no constructor, setter, conversion or callback runs. Codecs read by
    /// plan, member by member, so that an error has its path, and discard the values; where they would create an object, they report that
    /// instead. It finds errors in a document, and the position of a failure that only the program's code can cause.
    /// </summary>
    internal sealed class CheckingRead
    {
        private readonly KitbagException? _failure;
        private readonly int _position;
        private readonly List<object>? _rows;
        private int _rowsPassed;

        /// <summary>Initializes an instance that checks a document about which nothing is known.</summary>
        public CheckingRead()
        {
        }

        /// <summary>Initializes an instance that searches for the position where reading failed.</summary>
        /// <param name="failure">The failure.</param>
        /// <param name="position">The number of bytes that had been read.</param>
        /// <param name="isOfRow">Whether the failure came from an object in a row, which does not report failures itself.</param>
        public CheckingRead(KitbagException failure, int position, bool isOfRow)
        {
            _failure = failure;
            _position = position;
            _rows = isOfRow ? new List<object>() : null;
        }

        /// <summary>The codecs of the objects of rows that were complete at the position of the failure, from the inside out.</summary>
        public IReadOnlyList<object>? Rows => _rows;

        /// <summary>Gets or sets the index of the row that failed; -1 while rows are collected.</summary>
        public int FailedRow { get; set; } = -1;

        /// <summary>Reports that a codec would now run code of the program. Throws the failure if this is the call that failed.</summary>
        /// <param name="r">The reader, which has read everything that the call needs.</param>
        /// <param name="codec">The codec.</param>
        public void Reach(scoped ref WireReader r, object codec)
        {
            if (_failure?.RefusedMember < 0 && _failure.Refuser == codec && r.Position == _position)
                throw _failure.Again();
        }

        /// <summary>Reports that the object of a row would now be created. Throws the failure if this is the object that failed.</summary>
        /// <param name="r">The reader, positioned after the row and its payloads.</param>
        /// <param name="codec">The codec of the object.</param>
        /// <param name="member">
        /// The member whose value could not be created by its codec, as an index in wire order; -1 if creating the object failed.
        /// </param>
        /// <returns>Whether the failure belongs to this member.</returns>
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

        /// <summary>Returns the failure as an exception that can be thrown again.</summary>
        public KitbagException Again() => _failure!.Again();

        /// <summary>The codec that failed.</summary>
        public object? Refuser => _failure?.Refuser;
    }
}
