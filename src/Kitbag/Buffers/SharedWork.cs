using System;
using System.Runtime.ExceptionServices;
using System.Threading;

namespace Kitbag.Buffers
{
    /// <summary>
    /// Work in parts that other threads can join while the caller works on it as well. The caller never waits for threads that have not
    /// started, so that it finishes alone if there are none; it must wait for those that have, because they use memory on its stack.
    /// </summary>
    internal abstract class SharedWork
    {
        private static readonly WaitCallback s_join = work => ((SharedWork)work!).Join();

        private int _joined, _failedPiece = int.MaxValue;
        private bool _isClosed;
        private ExceptionDispatchInfo? _failure;

        /// <summary>Locked while the next part is taken.</summary>
        protected object Lock { get; } = new object();

        /// <summary>Whether a part has failed: then no more are started. Those before it have been started.</summary>
        protected bool HasFailed => _failure != null;

        /// <summary>The position in the input at which the failed part stopped.</summary>
        public int FailedAt { get; private set; }

        /// <summary>Requests threads: at most one for each part, and as many as are allowed, minus the caller's.</summary>
        public void Invite(CallThreads threads, int pieces)
        {
            for (int i = 1; i < Math.Min(threads.Degree, pieces); i++)
                threads.Queue(s_join, this);
        }

        /// <summary>Works until no parts are left. Failures are reported with <see cref="Fail"/>.</summary>
        protected abstract void Work();

        private void Join()
        {
            lock (Lock)
            {
                if (_isClosed)
                    return;
                _joined++;
            }
            try
            {
                Work();
            }
            catch (Exception e)
            {
                // Not related to a part: it could not be started.
                Fail(int.MaxValue - 1, e, 0);
            }
            finally
            {
                lock (Lock)
                {
                    _joined--;
                    Monitor.PulseAll(Lock);
                }
            }
        }

        /// <summary>Records that a part has failed. The first failed part counts, as with a single thread.</summary>
        /// <param name="piece">The number of the part.</param>
        /// <param name="failure">The exception.</param>
        /// <param name="at">The position in the input at which it stopped.</param>
        protected void Fail(int piece, Exception failure, int at)
        {
            lock (Lock)
            {
                if (piece >= _failedPiece)
                    return;
                _failedPiece = piece;
                _failure = ExceptionDispatchInfo.Capture(failure);
                FailedAt = at;
            }
        }

        /// <summary>Prevents more threads from joining, and waits for those that have. Must always be called.</summary>
        public void Close()
        {
            bool isInterrupted = false;
            while (!TryClose())
                isInterrupted = true;
            if (isInterrupted)
                Thread.CurrentThread.Interrupt();
        }

        private bool TryClose()
        {
            try
            {
                lock (Lock)
                {
                    _isClosed = true;
                    while (_joined != 0)
                        Monitor.Wait(Lock);
                }
                return true;
            }
            catch (ThreadInterruptedException)
            {
                return false;
            }
        }

        /// <summary>Throws the exception of the first failed part. Called after <see cref="Close"/>.</summary>
        public void ThrowIfFailed() => _failure?.Throw();
    }
}
