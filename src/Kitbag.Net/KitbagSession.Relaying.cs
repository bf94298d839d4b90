using System;
using System.Buffers;
using System.Threading.Tasks;
using Kitbag.Net.Sessions;

namespace Kitbag.Net
{
    // Sends frames of a relay: complete frames that are built once for any number of sessions. Their sender never waits for receivers.
    public sealed partial class KitbagSession
    {
        /// <summary>Gets the maximum length of a frame for this peer, not counting its length prefix.</summary>
        internal int MaxSentFrame => Log.MaxFrame;

        /// <summary>
        /// Copies a complete numbered frame into the send buffer if no more than <see cref="KitbagSessionOptions.SendBuffer"/> bytes are
        /// waiting. The caller holds <see cref="Gate"/>, and must call <see cref="Signaled"/> after releasing it if <paramref
        /// name="isSignal"/> is true.
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

        /// <summary>Lets the connection write on another thread.</summary>
        internal void Signaled() => _connection!.Write(WriteSignal.Scheduled);

        /// <summary>Returns a task that completes when at most half of <see cref="KitbagSessionOptions.SendBuffer"/> is in use.</summary>
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
