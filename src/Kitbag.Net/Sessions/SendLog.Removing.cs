using System;

namespace Kitbag.Net.Sessions
{
    // Removes frames whose sends were canceled.
    internal sealed partial class SendLog
    {
        /// <summary>
        /// Removes the frame that starts at a position, if the connection has not begun to send it. The frames after it move to the front.
        /// Returns the length of the frame, or 0 if it was not removed.
        /// </summary>
        public long TryRemove(long position)
        {
            if (position < Math.Max(Taken, _permitted))
                return 0;
            LogSegment? segment = _first;
            while (segment != null && segment.End <= position)
                segment = segment.Next;
            if (segment == null)
                return 0;
            int at = (int)(position - segment.Position);
            long length = FrameLength(segment, at);
            int here = (int)Math.Min(length, segment.Length - at);
            segment.Remove(at, here);
            if (here < length)
                RemovePayload(segment);
            for (LogSegment? later = segment.Next; later != null; later = later.Next)
                later.MoveBack(length);
            Written -= length;
            return length;
        }

        /// <summary>Returns whether a waiter waits until its payload is written, which is in memory of the caller.</summary>
        public bool IsPayloadOf(SendWaiter waiter)
        {
            LogSegment? segment = _first;
            while (segment != null && segment.Waiter != waiter)
                segment = segment.Next;
            return segment != null;
        }

        private void RemovePayload(LogSegment segment)
        {
            LogSegment payload = segment.Next!;
            segment.Next = payload.Next;
            segment.Continued = 0;
            if (_last == payload)
                _last = segment;
            payload.Release();
        }
    }
}
