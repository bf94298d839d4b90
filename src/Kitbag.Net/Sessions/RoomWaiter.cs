using System;
using System.Threading.Tasks;
using System.Threading.Tasks.Sources;

namespace Kitbag.Net.Sessions
{
    /// <summary>A sender that waits until there is room for more, or until its memory was sent. Used again after it was awaited.</summary>
    internal sealed class RoomWaiter : IValueTaskSource
    {
        private readonly WaiterPool _pool;
        private ManualResetValueTaskSourceCore<bool> _core;

        public RoomWaiter(WaiterPool pool)
        {
            _pool = pool;
            // A sender goes on elsewhere: it must not run on the loop that made the room.
            _core.RunContinuationsAsynchronously = true;
        }

        public RoomWaiter? Next { get; set; }

        /// <summary>When it began to wait, as a timestamp of the session's clock.</summary>
        public long Since { get; set; }

        public ValueTask Task => new ValueTask(this, _core.Version);

        public void Complete() => _core.SetResult(true);

        public void Fail(Exception exception) => _core.SetException(exception);

        public ValueTaskSourceStatus GetStatus(short token) => _core.GetStatus(token);

        public void OnCompleted(Action<object?> continuation, object? state, short token, ValueTaskSourceOnCompletedFlags flags) =>
            _core.OnCompleted(continuation, state, token, flags);

        public void GetResult(short token)
        {
            try
            {
                _core.GetResult(token);
            }
            finally
            {
                _core.Reset();
                _pool.Return(this);
            }
        }
    }

    /// <summary>Waiters that are not in use.</summary>
    internal sealed class WaiterPool
    {
        private const int Most = 64;
        private readonly object _gate = new object();
        private RoomWaiter? _first;
        private int _count;

        public RoomWaiter Get(long since)
        {
            lock (_gate)
            {
                RoomWaiter waiter = _first ?? new RoomWaiter(this);
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

        public void Return(RoomWaiter waiter)
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
