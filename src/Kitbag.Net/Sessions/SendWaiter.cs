using System;
using System.Threading;
using System.Threading.Tasks;
using System.Threading.Tasks.Sources;

namespace Kitbag.Net.Sessions
{
    /// <summary>
    /// Represents the task of a send that is not complete: the sender waits until the send buffer has space, or until its payload was
    /// written. An instance returns to its pool when the task has been awaited.
    /// </summary>
    internal sealed class SendWaiter : IValueTaskSource
    {
        private readonly WaiterPool _pool;
        private ManualResetValueTaskSourceCore<bool> _core;

        public SendWaiter(WaiterPool pool)
        {
            _pool = pool;
            // The sender continues on another thread, because it must not occupy the reading or writing loop that completes it.
            _core.RunContinuationsAsynchronously = true;
        }

        /// <summary>Gets or sets the next waiter of a linked list.</summary>
        public SendWaiter? Next { get; set; }

        /// <summary>Gets or sets the previous waiter of the list of those that wait for space.</summary>
        public SendWaiter? Previous { get; set; }

        /// <summary>Gets or sets the number of the list of those that wait for space which contains this waiter; 0 for none.</summary>
        public int List { get; set; }

        /// <summary>Gets or sets the time when the wait started, as a timestamp of the session's clock.</summary>
        public long Since { get; set; }

        /// <summary>Gets or sets the position of the frame, if the send can be canceled.</summary>
        public long Frame { get; set; }

        /// <summary>Gets or sets the registration by which the send can be canceled.</summary>
        public CancellationTokenRegistration Cancellation { get; set; }

        /// <summary>Gets a number that changes when the instance is used for another send.</summary>
        public short Version => _core.Version;

        public ValueTask Task => new ValueTask(this, _core.Version);

        public void Complete()
        {
            Unregister();
            _core.SetResult(true);
        }

        public void Fail(Exception exception)
        {
            Unregister();
            _core.SetException(exception);
        }

        public ValueTaskSourceStatus GetStatus(short token) => _core.GetStatus(token);

        public void OnCompleted(Action<object?> continuation, object? state, short token, ValueTaskSourceOnCompletedFlags flags) =>
            _core.OnCompleted(continuation, state, token, flags);

        public void GetResult(short token)
        {
            // GetStatus throws for a task that was already awaited. In neither case may the instance be reused: a send still waits on it.
            if (_core.GetStatus(token) == ValueTaskSourceStatus.Pending)
                throw new InvalidOperationException("The send is not complete. Await its task, or call AsTask() to block on it.");
            try
            {
                _core.GetResult(token);
            }
            finally
            {
                _core.Reset();
                Previous = null;
                List = 0;
                _pool.Return(this);
            }
        }

        // Dispose would wait for a callback that is running, which may be waiting for a lock that this thread holds.
        private void Unregister()
        {
            _ = Cancellation.DisposeAsync();
            Cancellation = default;
        }
    }

    /// <summary>Pools waiters for reuse.</summary>
    internal sealed class WaiterPool
    {
        private const int Most = 64;
        private readonly object _gate = new object();
        private SendWaiter? _first;
        private int _count;

        public SendWaiter Get(long since)
        {
            lock (_gate)
            {
                SendWaiter waiter = _first ?? new SendWaiter(this);
                if (_first != null)
                {
                    _first = waiter.Next;
                    _count--;
                }
                waiter.Next = null;
                waiter.Since = since;
                return waiter;
            }
        }

        public void Return(SendWaiter waiter)
        {
            lock (_gate)
            {
                if (_count == Most)
                    return;
                waiter.Next = _first;
                _first = waiter;
                _count++;
            }
        }
    }
}
