using System;
using System.Buffers;
using System.Threading.Tasks;
using Kitbag.Net.Sessions;

namespace Kitbag.Net
{
    // What a relay sends: whole frames, made once for any number of sessions, and never waited for by who has received them.
    public sealed partial class KitbagSession
    {
        /// <summary>How long a frame for this peer may be, behind its length.</summary>
        internal int MaxSentFrame => Log.MaxFrame;

        /// <summary>
        /// Sends a whole numbered frame, where no more than <see cref="KitbagSessionOptions.SendBuffer"/> bytes wait; it is copied. The
        /// caller holds <see cref="Gate"/>, and passes the signal to <see cref="Signaled"/> when it does not any more.
        /// </summary>
        internal bool TryAppend(ReadOnlySpan<byte> head, in ReadOnlySequence<byte> rest, out bool isSignal)
        {
            isSignal = false;
            if (_close != null || _connection == null || Log.Held > Options.SendBuffer)
                return false;
            Log.Append(head, rest);
            isSignal = _connection.Signal() != WriteSignal.None;
            return true;
        }

        /// <summary>Lets the connection write, on another thread.</summary>
        internal void Signaled() => _connection!.Write(WriteSignal.Scheduled);

        /// <summary>Done when no more than half of <see cref="KitbagSessionOptions.SendBuffer"/> waits.</summary>
        /// <exception cref="KitbagSessionException">The session has ended.</exception>
        internal ValueTask WhenRoomAsync()
        {
            WriteSignal signal;
            SendWaiter waiter;
            lock (Gate)
            {
                if (_close != null)
                    throw _close.ToException(this);
                if (Log.Held <= Options.SendBuffer / 2)
                    return default;
                waiter = AddWaiter();
                signal = _connection!.Signal();
            }
            _connection!.Write(signal);
            return waiter.Task;
        }
    }
}
