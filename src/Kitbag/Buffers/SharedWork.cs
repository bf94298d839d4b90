using System;
using System.Runtime.ExceptionServices;
using System.Threading;

namespace Kitbag.Buffers
{
    /// <summary>
    /// Work in pieces that other threads join while the caller is at it, too. The caller never waits for a thread that has not come yet, so
    /// that it finishes alone where there are no others; it has to wait for those that have, because they use memory of its stack.
    /// </summary>
    internal abstract class SharedWork
    {
        private static readonly WaitCallback s_join = work => ((SharedWork)work!).Join();

        private int _joined, _failedPiece = int.MaxValue;
        private bool _isClosed;
        private ExceptionDispatchInfo? _failure;

        /// <summary>What is locked while the next piece is taken.</summary>
        protected object Lock { get; } = new object();

        /// <summary>Whether a piece has failed: then no more are begun. Those before it have been.</summary>
        protected bool HasFailed => _failure != null;

        /// <summary>Where in the input the piece stopped that has failed.</summary>
        public int FailedAt { get; private set; }

        /// <summary>Asks threads to join: as many as are allowed and have a piece each, less the caller's.</summary>
        public void Invite(CallThreads threads, int pieces)
        {
            for (int i = 1; i < Math.Min(threads.Degree, pieces); i++)
                threads.Queue(s_join, this);
        }

        /// <summary>Works until there are no more pieces. Failures are told by <see cref="Fail"/>.</summary>
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
                // Of no piece: it could not be begun.
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

        /// <summary>Notes that a piece has failed. Of several the first one counts, as if there were one thread.</summary>
        /// <param name="piece">Its number.</param>
        /// <param name="failure">What was thrown.</param>
        /// <param name="at">Where in the input it stopped.</param>
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

        /// <summary>Lets no more threads join, and waits for those that have. Always to be called.</summary>
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

        /// <summary>Throws what the first piece has thrown that failed. To be called once the work is closed.</summary>
        public void ThrowIfFailed() => _failure?.Throw();
    }
}
