using System;
using System.Buffers;
using System.Collections.Generic;
using System.Threading;
using System.Threading.Tasks;
using Kitbag.Net.Frames;
using Kitbag.Net.Messages;
using Kitbag.Net.Sessions;

namespace Kitbag.Net
{
    // Sends messages. A message is serialized under the session's lock directly into the log, from which the connection takes its bytes.
    public sealed partial class KitbagSession
    {
        // The number of bytes before the header of nearly all messages: the length of the frame, its kind, the type number and the length
        // of the header take one byte each.
        private const int UsualPrefix = 4;

        private readonly WaiterPool _waiters = new WaiterPool();
        private SendWaiter? _firstWaiter, _lastWaiter;

        // The number of the current list. Its waiters leave the list together, whereupon the next list begins.
        private int _waiterList = 1;

        // Indexed by MessageType.Index: the number under which the schema of the type was sent in this session; 0 if it was not sent.
        private int[] _numbers = Array.Empty<int>();
        private Dictionary<string, MessageType>? _sentNames;

        /// <summary>Sends a message. The message is serialized when the call returns, and is sent after those of earlier calls.</summary>
        /// <typeparam name="T">The type of the message. The peer handles it by its name.</typeparam>
        /// <param name="message">The message.</param>
        /// <param name="payload">Bytes that are sent unchanged with the message.</param>
        /// <param name="cancellationToken">
        /// A token to cancel the operation while the message waits in the send buffer. Once its first byte was passed to the connection,
        /// the message is sent, and the task completes normally.
        /// </param>
        /// <returns>
        /// A task that completes when there is space for further messages and the memory of the payload is no longer needed.
        /// </returns>
        /// <exception cref="KitbagException">The message cannot be written.</exception>
        /// <exception cref="KitbagSessionException">
        /// The session has ended, the message is too long, or too many messages were sent without awaiting. In the latter cases nothing was
        /// sent.
        /// </exception>
        /// <exception cref="OperationCanceledException">The operation was canceled, and nothing was sent.</exception>
        public ValueTask SendAsync<[KitbagRoot(Json = false)] T>(T message, ReadOnlyMemory<byte> payload = default,
            CancellationToken cancellationToken = default)
        {
            if (cancellationToken.IsCancellationRequested)
                return new ValueTask(Task.FromCanceled(cancellationToken));
            MessageType<T> type = MessageType<T>.Get();
            ValueTask sent;
            WriteSignal signal;
            lock (Gate)
            {
                int number = BeginMessage(type);
                try
                {
                    type.Format.Serialize(Log, message);
                    signal = EndMessage(number, Log.HeaderLength, payload, cancellationToken, out sent);
                }
                catch
                {
                    Log.Abort();
                    throw;
                }
            }
            _connection!.Write(signal);
            return sent;
        }

        /// <summary>Sends a message with a payload that is a part of an array. A large payload is sent directly from the array.</summary>
        /// <typeparam name="T">The type of the message. The peer handles it by its name.</typeparam>
        /// <param name="message">The message.</param>
        /// <param name="payload">The array, which must not be changed until the task is completed.</param>
        /// <param name="offset">The offset of the payload in the array.</param>
        /// <param name="count">The number of bytes of the payload.</param>
        /// <param name="cancellationToken">
        /// A token to cancel the operation while the message waits in the send buffer. Once its first byte was passed to the connection,
        /// the message is sent, and the task completes normally.
        /// </param>
        /// <returns>A task that completes when there is space for further messages and the array is no longer needed.</returns>
        /// <exception cref="KitbagException">The message cannot be written.</exception>
        /// <exception cref="KitbagSessionException">
        /// The session has ended, the message is too long, or too many messages were sent without awaiting. In the latter cases nothing was
        /// sent.
        /// </exception>
        /// <exception cref="OperationCanceledException">The operation was canceled, and nothing was sent.</exception>
        public ValueTask SendAsync<[KitbagRoot(Json = false)] T>(T message, byte[] payload, int offset, int count,
            CancellationToken cancellationToken = default) =>
            SendAsync(message, new ReadOnlyMemory<byte>(payload, offset, count), cancellationToken);

        /// <summary>
        /// Sends a message with a payload that may consist of several segments, such as one that a handler has received. It is copied
        /// before the call returns.
        /// </summary>
        /// <typeparam name="T">The type of the message. The peer handles it by its name.</typeparam>
        /// <param name="message">The message.</param>
        /// <param name="payload">Bytes that are sent unchanged with the message.</param>
        /// <param name="cancellationToken">
        /// A token to cancel the operation while the message waits in the send buffer. Once its first byte was passed to the connection,
        /// the message is sent, and the task completes normally.
        /// </param>
        /// <returns>A task that completes when there is space for further messages.</returns>
        /// <exception cref="KitbagException">The message cannot be written.</exception>
        /// <exception cref="KitbagSessionException">
        /// The session has ended, the message is too long, or too many messages were sent without awaiting. In the latter cases nothing was
        /// sent.
        /// </exception>
        /// <exception cref="OperationCanceledException">The operation was canceled, and nothing was sent.</exception>
        public ValueTask SendAsync<[KitbagRoot(Json = false)] T>(T message, ReadOnlySequence<byte> payload,
            CancellationToken cancellationToken = default)
        {
            if (cancellationToken.IsCancellationRequested)
                return new ValueTask(Task.FromCanceled(cancellationToken));
            MessageType<T> type = MessageType<T>.Get();
            ValueTask sent;
            WriteSignal signal;
            lock (Gate)
            {
                int number = BeginMessage(type);
                try
                {
                    type.Format.Serialize(Log, message);
                    int header = Log.HeaderLength;
                    WritePayload(payload);
                    signal = EndMessage(number, header, default, cancellationToken, out sent);
                }
                catch
                {
                    Log.Abort();
                    throw;
                }
            }
            _connection!.Write(signal);
            return sent;
        }

        /// <summary>
        /// Sends a message whose header the program writes itself. The peer handles it by <see cref="KitbagHandlers.OnRaw"/>.
        /// </summary>
        /// <typeparam name="TState">The type of the argument of <paramref name="write"/>.</typeparam>
        /// <param name="state">The argument that is passed to <paramref name="write"/>.</param>
        /// <param name="write">A delegate that writes the header. It must not send anything in this session.</param>
        /// <param name="payload">
        /// Bytes that are sent unchanged with the message. They must not be changed until the task is completed.
        /// </param>
        /// <param name="cancellationToken">
        /// A token to cancel the operation while the message waits in the send buffer. Once its first byte was passed to the connection,
        /// the message is sent, and the task completes normally.
        /// </param>
        /// <returns>
        /// A task that completes when there is space for further messages and the memory of the payload is no longer needed.
        /// </returns>
        /// <exception cref="KitbagSessionException">
        /// The session has ended, the message is too long, or too many messages were sent without awaiting. In the latter cases nothing was
        /// sent.
        /// </exception>
        /// <exception cref="OperationCanceledException">The operation was canceled, and nothing was sent.</exception>
        public ValueTask SendRawAsync<TState>(TState state, Action<IBufferWriter<byte>, TState> write,
            ReadOnlyMemory<byte> payload = default, CancellationToken cancellationToken = default)
        {
            if (cancellationToken.IsCancellationRequested)
                return new ValueTask(Task.FromCanceled(cancellationToken));
            ValueTask sent;
            WriteSignal signal;
            lock (Gate)
            {
                CheckSend();
                Log.Begin(UsualPrefix);
                try
                {
                    write(Log, state);
                    signal = EndMessage(0, Log.HeaderLength, payload, cancellationToken, out sent);
                }
                catch
                {
                    Log.Abort();
                    throw;
                }
            }
            _connection!.Write(signal);
            return sent;
        }

        /// <summary>Gets a value indicating whether senders wait until the peer acknowledges data. The caller holds the lock.</summary>
        internal bool IsWaitingForRoom => _firstWaiter != null && Log.KeepsSent && _close == null;

        /// <summary>Removes and returns the waiting senders if the buffer has space again. The caller holds the lock.</summary>
        internal SendWaiter? TakeWaiters()
        {
            if (_firstWaiter == null || Log.Held > Options.SendBuffer / 2)
                return null;
            return TakeAllWaiters();
        }

        private SendWaiter? TakeAllWaiters()
        {
            SendWaiter? first = _firstWaiter;
            _firstWaiter = _lastWaiter = null;
            _waiterList++;
            return first;
        }

        /// <summary>Completes the tasks of waiting senders. The caller must not hold the lock.</summary>
        internal static void Complete(SendWaiter? waiter)
        {
            while (waiter != null)
            {
                // A completed waiter may be reused at once, so its successor must be read first.
                SendWaiter? next = waiter.Next;
                waiter.Complete();
                waiter = next;
            }
        }

        private static void Fail(SendWaiter? waiter, Exception exception)
        {
            while (waiter != null)
            {
                SendWaiter? next = waiter.Next;
                waiter.Fail(exception);
                waiter = next;
            }
        }

        private int BeginMessage(MessageType type)
        {
            CheckSend();
            int number = NumberOf(type);
            Log.Begin(UsualPrefix);
            return number;
        }

        private void CheckSend()
        {
            if (_close != null)
                throw _close.ToException(this);
            if (Log.Held > Options.MaxSendBuffer)
                throw new KitbagSessionException(KitbagCloseReason.LimitExceeded, "More than " + Options.MaxSendBuffer +
                    " bytes (KitbagSessionOptions.MaxSendBuffer) are waiting to be sent. Await the tasks of earlier sends.");
        }

        // Copies a payload to the log, after the header.
        private void WritePayload(in ReadOnlySequence<byte> payload)
        {
            if (payload.Length > Log.MaxFrame)
                throw KitbagSessionException.ExceedsMaxFrame("A payload of " + payload.Length + " bytes", Log.MaxFrame);
            int length = (int)payload.Length;
            Sequences.Copy(payload, Log.GetSpan(length));
            Log.Advance(length);
        }

        private WriteSignal EndMessage(int number, int header, ReadOnlyMemory<byte> payload, CancellationToken cancellationToken,
            out ValueTask sent)
        {
            CheckHeader(header);
            Span<byte> prefix = stackalloc byte[1 + 2 * Varint.MostBytes];
            prefix[0] = FrameKind.Message;
            int length = 1 + Varint.Write(prefix.Slice(1), number);
            length += Varint.Write(prefix.Slice(length), header);
            long start = Log.Written;
            LogSegment? borrowed = Log.End(prefix.Slice(0, length), payload);
            SendWaiter? waiter = Appended(borrowed, out WriteSignal signal);
            sent = waiter?.Task ?? default;
            if (waiter != null && cancellationToken.CanBeCanceled)
                MakeCancelable(waiter, start, cancellationToken);
            return signal;
        }

        private void CheckHeader(long length)
        {
            if (length > Options.MaxHeader)
                throw new KitbagSessionException(KitbagCloseReason.LimitExceeded,
                    "A header of " + length + " bytes exceeds the limit of " + Options.MaxHeader + " bytes, KitbagSessionOptions.MaxHeader."
                    + " The header is the message without its payload, or the whole request or response.");
        }

        // Signals that a frame was added to the log. Returns what its sender has to wait for: that its payload was written, or that the
        // full buffer has space; null for nothing.
        private SendWaiter? Appended(LogSegment? borrowed, out WriteSignal signal)
        {
            SendWaiter? waiter = null;
            if (borrowed != null)
                borrowed.Waiter = waiter = _waiters.Get(Now);
            else if (Log.Held > Options.SendBuffer)
                waiter = AddWaiter();
            signal = _connection!.Signal();
            return waiter;
        }

        // Adds a waiter that completes when the log has space.
        private SendWaiter AddWaiter()
        {
            SendWaiter waiter = _waiters.Get(Now);
            waiter.List = _waiterList;
            waiter.Previous = _lastWaiter;
            if (_lastWaiter == null)
                _firstWaiter = waiter;
            else
                _lastWaiter.Next = waiter;
            _lastWaiter = waiter;
            return waiter;
        }

        // Returns the number of a type in this session. A frame with the schema is sent first if the type has not been sent before.
        private int NumberOf(MessageType type)
        {
            if (type.Index < _numbers.Length && _numbers[type.Index] != 0)
                return _numbers[type.Index];
            _sentNames ??= new Dictionary<string, MessageType>();
            if (_sentNames.ContainsKey(type.Name))
                throw new InvalidOperationException("Another type named '" + type.Name + "' has already been sent in this session.");
            int number = _sentNames.Count + 1;
            Log.Append(new FrameBuilder().Begin(FrameKind.Schema).Number(number).Text(type.Name, SchemaFrame.MaxName)
                .Raw(type.Schema.Bytes).End().Span);
            _sentNames.Add(type.Name, type);
            if (type.Index >= _numbers.Length)
                Array.Resize(ref _numbers, Math.Max(type.Index + 1, _numbers.Length * 2));
            _numbers[type.Index] = number;
            return number;
        }
    }
}
