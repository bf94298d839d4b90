using System;
using System.Collections.Generic;

namespace Kitbag.Relay.Backplane.Rabbit
{
    /// <summary>Specifies how to handle a message of a stream.</summary>
    internal enum KeptVerdict
    {
        /// <summary>The entries of the message are new.</summary>
        New,

        /// <summary>The message was already passed on.</summary>
        Passed,

        /// <summary>The message is in the stream for the second time.</summary>
        Double,

        /// <summary>The stream must be read again from an earlier offset in order to decide whether the message is a duplicate.</summary>
        LookBack,
    }

    /// <summary>
    /// Tracks reading one stream of one epoch in order, and detects duplicates by sender and number: the numbers of a sender increase, and
    /// messages that are sent again are sent in order, so each number that is not above the last one is a duplicate. If reading starts in
    /// the middle of the stream, earlier numbers are unknown; if they are needed, the message specifies the offset from which to look.
    /// </summary>
    internal sealed class KeptCursor
    {
        private readonly Dictionary<Guid, long> _numbers = [];
        private long _knownFrom;

        /// <param name="epoch">The epoch of the stream.</param>
        /// <param name="from">The offset at which reading starts.</param>
        public KeptCursor(long epoch, long from)
        {
            Epoch = epoch;
            Last = from - 1;
            _knownFrom = from;
        }

        /// <summary>Gets the epoch of the stream.</summary>
        public long Epoch { get; }

        /// <summary>Gets the last offset that was passed on, or the offset before the first one if there was none.</summary>
        public long Last { get; private set; }

        /// <summary>Gets the offset from which to read again after <see cref="KeptVerdict.LookBack"/>.</summary>
        public long LookBackFrom { get; private set; }

        /// <summary>Restarts reading at an offset that is not after the next one.</summary>
        public void Restart(long from) => _knownFrom = Math.Min(_knownFrom, from);

        /// <summary>Skips entries up to an offset, which no longer exist.</summary>
        public void PassOver(long offset) => Last = Math.Max(Last, offset);

        /// <summary>Decides how to handle the next message.</summary>
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
