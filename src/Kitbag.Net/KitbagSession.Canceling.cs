using System;
using System.Threading;
using Kitbag.Net.Sessions;

namespace Kitbag.Net
{
    // Cancels sends that wait. A message whose bytes the connection has not taken is removed from the log as if it had never been sent. A
    // message that is being sent, or was sent, cannot be removed: its sender no longer waits for space.
    public sealed partial class KitbagSession
    {
        // Lets a token cancel a send that waits. The caller holds the lock.
        private void MakeCancelable(SendWaiter waiter, long frame, CancellationToken cancellationToken)
        {
            waiter.Frame = frame;
            short version = waiter.Version;
            waiter.Cancellation = cancellationToken.Register(() => Cancel(waiter, version, cancellationToken),
                useSynchronizationContext: false);
        }

        private void Cancel(SendWaiter waiter, short version, CancellationToken cancellationToken)
        {
            // The token was canceled just before it was registered, or by code that runs while another message is serialized.
            if (Monitor.IsEntered(Gate))
            {
                ThreadPool.UnsafeQueueUserWorkItem(_ => Cancel(waiter, version, cancellationToken), null);
                return;
            }
            SendWaiter? room = null;
            WriteSignal signal = WriteSignal.None;
            bool isRemoved;
            lock (Gate)
            {
                // The waiter may already be used for another send.
                if (_isOver || waiter.Version != version)
                    return;
                bool isForRoom = TryUnlink(waiter);
                // A sender whose payload is in the log waits until it is written, because its memory must not be changed until then.
                if (!isForRoom && !Log.IsPayloadOf(waiter))
                    return;
                long removed = Log.TryRemove(waiter.Frame);
                isRemoved = removed != 0;
                if (!isRemoved && !isForRoom)
                    return;
                if (isRemoved)
                {
                    // Waiters are in the order of their frames. Those for payloads are not in the list.
                    for (SendWaiter? other = isForRoom ? waiter.Next : _firstWaiter; other != null; other = other.Next)
                    {
                        if (other.Frame > waiter.Frame)
                            other.Frame -= removed;
                    }
                    room = TakeWaiters();
                    // Frames or a goodbye that were behind it.
                    signal = _connection!.Signal();
                }
            }
            if (isRemoved)
                waiter.Fail(new OperationCanceledException(cancellationToken));
            else
                waiter.Complete();
            Complete(room);
            _connection!.Write(signal);
        }

        // Removes a waiter from those that wait for space in the buffer. Returns false if it is not one of them.
        private bool TryUnlink(SendWaiter waiter)
        {
            if (waiter.List != _waiterList)
                return false;
            if (waiter.Previous == null)
                _firstWaiter = waiter.Next;
            else
                waiter.Previous.Next = waiter.Next;
            if (waiter.Next == null)
                _lastWaiter = waiter.Previous;
            else
                waiter.Next.Previous = waiter.Previous;
            waiter.List = 0;
            return true;
        }
    }
}
