using System;
using System.Collections.Generic;

namespace Kitbag.Relay.Backplane.Rabbit
{
    /// <summary>What is to be done with a message of a stream.</summary>
    internal enum KeptVerdict
    {
        /// <summary>Its entries are new.</summary>
        New,

        /// <summary>It was passed before.</summary>
        Passed,

        /// <summary>It is in the stream for the second time.</summary>
        Double,

        /// <summary>Whether it is a double can be told only when the stream was read again from an earlier offset.</summary>
        LookBack,
    }

    /// <summary>
    /// Reads one stream of one epoch in order, and tells doubles by sender and number: a sender's numbers grow, and what it sends again it
    /// sends in order, so each number that is not above the last one is a double. Whoever begins in the middle of the stream knows no
    /// numbers of what came before; where that matters, the message says from where on to look.
    /// </summary>
    internal sealed class KeptCursor
    {
        private readonly Dictionary<Guid, long> _numbers = [];
        private long _knownFrom;

        /// <param name="epoch">The epoch of the stream.</param>
        /// <param name="from">The offset at which reading begins.</param>
        public KeptCursor(long epoch, long from)
        {
            Epoch = epoch;
            Last = from - 1;
            _knownFrom = from;
        }

        /// <summary>The epoch of the stream.</summary>
        public long Epoch { get; }

        /// <summary>The last offset that was passed; the first one less one where none was.</summary>
        public long Last { get; private set; }

        /// <summary>From which offset on to read again, after <see cref="KeptVerdict.LookBack"/>.</summary>
        public long LookBackFrom { get; private set; }

        /// <summary>Reading begins again at an offset that is not behind the next one.</summary>
        public void Restart(long from) => _knownFrom = Math.Min(_knownFrom, from);

        /// <summary>Entries up to an offset are gone.</summary>
        public void PassOver(long offset) => Last = Math.Max(Last, offset);

        /// <summary>Takes the next message.</summary>
        public KeptVerdict Take(long offset, in BatchHeader header)
        {
            long last = _numbers.GetValueOrDefault(header.Sender);
            if (offset <= Last)
            {
                _numbers[header.Sender] = Math.Max(last, header.Number);
                return KeptVerdict.Passed;
            }
            if (header.Kind == BatchKind.KeptAgain && header.Number > last && header.Since + 1 < _knownFrom)
            {
                LookBackFrom = Math.Max(0, header.Since + 1);
                if (LookBackFrom < _knownFrom)
                    return KeptVerdict.LookBack;
            }
            Last = offset;
            if (header.Number <= last)
                return KeptVerdict.Double;
            _numbers[header.Sender] = header.Number;
            return KeptVerdict.New;
        }
    }
}
