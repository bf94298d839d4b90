using System;
using System.Buffers;
using System.Threading;
using System.Threading.Tasks;

namespace Kitbag.Net.Messages
{
    /// <summary>Represents a request that waits for its response.</summary>
    internal abstract class PendingRequest
    {
        private readonly KitbagSession _session;
        private ITimer? _timer;
        private CancellationTokenRegistration _registration;
        private TimeSpan _timeout;

        protected PendingRequest(KitbagSession session, long id)
        {
            _session = session;
            Id = id;
        }

        public long Id { get; }

        protected abstract bool IsDone { get; }

        /// <summary>Sets the timeout and the cancellation token. The response may already have arrived.</summary>
        public void Limit(TimeSpan timeout, CancellationToken cancellationToken)
        {
            _timeout = timeout;
            _timer = _session.Options.Time.CreateTimer(state => ((PendingRequest)state!).OnTimeout(), this, timeout,
                Timeout.InfiniteTimeSpan);
            if (cancellationToken.CanBeCanceled)
                _registration = cancellationToken.Register(() => GiveUp(new OperationCanceledException(cancellationToken)));
            if (IsDone)
                Release();
        }

        public abstract void Answer(PeerType type, in ReadOnlySequence<byte> body);

        public abstract void Fail(Exception exception);

        protected void Release()
        {
            _timer?.Dispose();
            _registration.Dispose();
        }

        private void OnTimeout() => GiveUp(new TimeoutException("The peer did not respond within " + _timeout.TotalSeconds + " s."));

        private void GiveUp(Exception exception)
        {
            Fail(exception);
            try
            {
                _session.Forget(Id);
            }
            catch (KitbagSessionException)
            {
                // The session has ended meanwhile, so there will be no response.
            }
        }
    }

    /// <summary>Represents a request that waits for a response of one type.</summary>
    internal sealed class PendingRequest<T> : PendingRequest
    {
        private readonly TaskCompletionSource<T> _answered =
            new TaskCompletionSource<T>(TaskCreationOptions.RunContinuationsAsynchronously);

        public PendingRequest(KitbagSession session, long id)
            : base(session, id)
        {
        }

        public Task<T> Answered => _answered.Task;

        protected override bool IsDone => _answered.Task.IsCompleted;

        public override void Answer(PeerType type, in ReadOnlySequence<byte> body)
        {
            try
            {
                _answered.TrySetResult(type.As<T>().Deserialize(body));
            }
            catch (KitbagException e)
            {
                // The error concerns only the caller who asked for this type, not the session.
                _answered.TrySetException(e);
            }
            Release();
        }

        public override void Fail(Exception exception)
        {
            if (exception is OperationCanceledException canceled)
                _answered.TrySetCanceled(canceled.CancellationToken);
            else
                _answered.TrySetException(exception);
            Release();
        }
    }
}
