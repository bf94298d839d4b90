using System;
using Kitbag.Net.Frames;

namespace Kitbag.Net.Sessions
{
    // Tracks what the peer has received, and where sending continues on a new connection.
    internal sealed partial class SendLog
    {
        /// <summary>Records that the peer has received all frames before a position.</summary>
        /// <exception cref="KitbagSessionException">The position is before the last acknowledged one, or was not sent.</exception>
        public void Acknowledge(long position)
        {
            CheckAcknowledged(position);
            Acknowledged = position;
            if (KeepsSent)
                ReleaseUpTo(Math.Min(Sent, Acknowledged));
        }

        /// <summary>Continues on a new connection with the frame that starts at a position.</summary>
        /// <exception cref="KitbagSessionException">No frame that can still be sent starts there.</exception>
        public void Rewind(long position)
        {
            CheckAcknowledged(position);
            if (!IsFrameStart(position))
                throw new KitbagSessionException(KitbagCloseReason.Protocol, "No frame starts at position " + position + ".");
            Acknowledge(position);
            Sent = Taken = _permitted = position;
            ReleaseUpTo(position);
            _sending = _first;
            while (_sending != null && _sending.End <= position && _sending.Next != null)
                _sending = _sending.Next;
            _sendAt = _sending == null ? 0 : (int)(position - _sending.Position);
        }

        private void CheckAcknowledged(long position)
        {
            if (position < Acknowledged || position > Taken)
                throw new KitbagSessionException(KitbagCloseReason.Protocol,
                    "The peer has acknowledged position " + position + ", which is not between " + Acknowledged + " and " + Taken + ".");
        }

        // The peer specifies where to continue. If that were a position within a frame, bytes of a message would be read as lengths.
        private bool IsFrameStart(long position)
        {
            LogSegment? segment = _first;
            while (segment != null && segment.End <= position)
                segment = segment.Next;
            if (segment == null || position == Written)
                return position == Written;
            if (segment.IsContinuation)
                return false;
            long at = segment.Position;
            while (at < position)
                at += FrameLength(segment, (int)(at - segment.Position));
            return at == position;
        }

        private static long FrameLength(LogSegment segment, int at)
        {
            int prefix = Varint.Read(segment.Memory.Span.Slice(at, segment.Length - at), out long following);
            return prefix + following;
        }
    }
}
