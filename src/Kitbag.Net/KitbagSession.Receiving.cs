using System;
using System.Buffers;
using System.Buffers.Binary;
using System.Collections.Generic;
using System.Threading;
using System.Threading.Tasks;
using Kitbag.Net.Frames;
using Kitbag.Net.Messages;
using Kitbag.Net.Sessions;

namespace Kitbag.Net
{
    // Receives frames. These methods are called by the reading loop of the current connection; only one such loop runs at a time.
    public sealed partial class KitbagSession
    {
        // The types whose schemas the peer has sent (indexed by their numbers minus 1), and the total size of these schemas in bytes.
        private readonly List<PeerType> _peerTypes = new List<PeerType>();
        private long _schemaBytes;

        // A peer that waits gets this many acknowledgements of equal steps, and others if a step takes longer than this time.
        private const int StepsOfWaiting = 16;
        private static readonly TimeSpan s_longestStep = TimeSpan.FromMilliseconds(50);

        // Positions in the peer's numbered frames. Received: all frames before it were passed to handlers. Handled: these handlers have
        // finished. Acknowledged: the peer was notified. Up to acknowledgeUntil, smaller steps are acknowledged because the peer waits.
        private long _received, _handled, _acknowledged, _acknowledgeUntil, _acknowledgeStep, _acknowledgedAt;

        internal long ReceivedPosition => _received;

        /// <summary>
        /// Gets the number of received bytes that are buffered while a handler is running; reading pauses when it is exceeded.
        /// </summary>
        internal long MaxHeld => 2L * Options.ReceiveWindow + Options.MaxFrame;

        /// <summary>
        /// Counts a numbered frame that is about to be handled. From here on it counts as received, whatever its handler does.
        /// </summary>
        internal void Receive(int length)
        {
            if (_goodbyeReceived)
                throw new KitbagSessionException(KitbagCloseReason.Protocol, "The peer has sent a message after its goodbye.");
            CheckWindow(_received, length);
            _received += length;
        }

        /// <summary>Checks that a numbered frame fits into the window or is the only one that is not acknowledged.</summary>
        internal void CheckWindow(long position, int length)
        {
            // The writing loop changes this field. Volatile also prevents torn reads on 32-bit platforms.
            long acknowledged = Volatile.Read(ref _acknowledged);
            if (position + length - acknowledged > Options.ReceiveWindow && position != acknowledged)
                throw new KitbagSessionException(KitbagCloseReason.Protocol, "The peer has sent more bytes than its window permits.");
        }

        /// <summary>
        /// Records that all received frames except the last one, which has <paramref name="pending"/> bytes, were handled. Requests an
        /// acknowledgement if enough frames were handled since the last one or if the peer waits for one.
        /// </summary>
        internal void Handled(ControlFrames control, int pending)
        {
            lock (Gate)
            {
                _handled = _received - pending;
                long step = _handled - _acknowledged;
                if (step >= Options.ReceiveWindow / 4 || (step > 0 && _acknowledged < _acknowledgeUntil
                    && (step >= _acknowledgeStep || _handled >= _acknowledgeUntil || Elapsed(_acknowledgedAt, Now) >= s_longestStep)))
                    control.Ack();
            }
        }

        /// <summary>Gets a value indicating whether handled frames have not been acknowledged yet. The caller holds the lock.</summary>
        internal bool HasUnacknowledged => _handled > _acknowledged;

        /// <summary>
        /// Acknowledges smaller steps until a position is reached. The number of these acknowledgements is limited, because the peer may be
        /// running a handler, and then has to keep them in memory until it has finished. The caller holds the lock.
        /// </summary>
        internal void AcknowledgeUntil(long position)
        {
            _acknowledgeUntil = position;
            _acknowledgeStep = (position - _acknowledged) / StepsOfWaiting;
        }

        /// <summary>Returns the position for an acknowledgement that is about to be written. The caller holds the lock.</summary>
        internal long Acknowledging()
        {
            Volatile.Write(ref _acknowledged, Math.Max(_acknowledged, _handled));
            _acknowledgedAt = Now;
            return _acknowledged;
        }

        /// <summary>Handles a frame that must wait for the handlers of the frames before it.</summary>
        internal ValueTask HandleOrdered(in Frame frame)
        {
            switch (frame.Kind)
            {
                case FrameKind.Message:
                    return HandleMessage(frame.Body);
                case FrameKind.Request:
                    return HandleRequest(frame.Body);
                default:
                    OnGoodbye(Goodbye.Read(frame, "goodbye"));
                    return default;
            }
        }

        /// <summary>Handles a frame that does not wait for handlers.</summary>
        internal void HandleControl(in Frame frame, Connection connection)
        {
            switch (frame.Kind)
            {
                case FrameKind.Ack:
                    var ack = new BodyReader(frame.Body, "ack");
                    OnAck(ack.ReadNumber());
                    ack.End();
                    break;
                case FrameKind.Ping:
                case FrameKind.Pong:
                    var body = new BodyReader(frame.Body, "ping");
                    long value = BinaryPrimitives.ReadInt64LittleEndian(Sequences.Copy(body.Take(sizeof(long))));
                    body.End();
                    if (frame.Kind == FrameKind.Ping)
                        connection.Pong(value);
                    break;
                case FrameKind.Schema:
                    AddType(SchemaFrame.Read(frame, Options.Limits));
                    break;
                case FrameKind.Answer:
                case FrameKind.Failure:
                    OnAnswer(frame);
                    break;
                case FrameKind.Cancel:
                    OnCancel(frame.Body);
                    break;
                default:
                    if (!FrameKind.IsExtension(frame.Kind))
                        throw new KitbagSessionException(KitbagCloseReason.Protocol,
                            "A frame of kind " + frame.Kind + " is not valid here.");
                    break;
            }
        }

        private ValueTask HandleMessage(in ReadOnlySequence<byte> body)
        {
            // In nearly all messages, the type and the header length take one byte each and the frame is contiguous in memory.
            ReadOnlySpan<byte> first = body.First.Span;
            long number, length;
            ReadOnlySequence<byte> rest;
            if (first.Length >= 2 && (first[0] | first[1]) < 0x80)
            {
                number = first[0];
                length = first[1];
                rest = body.Slice(2);
            }
            else
            {
                var reader = new BodyReader(body, "message");
                number = reader.ReadNumber(int.MaxValue);
                length = reader.ReadNumber();
                rest = reader.Rest;
            }
            if (length > rest.Length)
                throw new KitbagSessionException(KitbagCloseReason.Protocol, "A message is shorter than the length of its header.");
            CheckHeader(length);
            ReadOnlySequence<byte> header = rest.Slice(0, length), payload = rest.Slice(length);
            if (number == 0)
                return HandleRaw(header, payload);
            PeerType type = TypeOf(number);
            return type.Handler?.Handle(this, type, header, payload) ?? HandleUnknown(type, header, payload);
        }

        private ValueTask HandleRaw(in ReadOnlySequence<byte> header, in ReadOnlySequence<byte> payload)
        {
            if (_handlers.Raw == null)
                throw new KitbagSessionException(KitbagCloseReason.UnknownMessage, "There is no handler for raw messages.");
            IsInHandler = true;
            ValueTask handled = _handlers.Raw(this, header, payload);
            IsInHandler = false;
            return handled;
        }

        private ValueTask HandleUnknown(PeerType type, in ReadOnlySequence<byte> header, in ReadOnlySequence<byte> payload)
        {
            if (_handlers.Unknown == null)
                throw new KitbagSessionException(KitbagCloseReason.UnknownMessage, _handlers.DescribeMissing(type, isRequest: false));
            IsInHandler = true;
            ValueTask handled = _handlers.Unknown(this, type.Name, header, payload);
            IsInHandler = false;
            return handled;
        }

        private PeerType TypeOf(long number)
        {
            if (number < 1 || number > _peerTypes.Count)
                throw new KitbagSessionException(KitbagCloseReason.Protocol,
                    "The peer has not introduced a type with number " + number + ".");
            return _peerTypes[(int)number - 1];
        }

        private void AddType(in SchemaFrame frame)
        {
            // A frame that does not wait for handlers may be received again after the connection was lost.
            if (frame.Number >= 1 && frame.Number <= _peerTypes.Count
                && _peerTypes[frame.Number - 1].Schema.Fingerprint == frame.Schema.Fingerprint)
                return;
            if (frame.Number != _peerTypes.Count + 1)
                throw new KitbagSessionException(KitbagCloseReason.Protocol, "Type number " + frame.Number + " is out of sequence.");
            if (frame.Number > Options.MaxTypes)
                throw new KitbagSessionException(KitbagCloseReason.LimitExceeded, Options.MaxTypes == 0
                    ? "This end accepts only raw messages (KitbagSessionOptions.MaxTypes is 0), as every relay does. "
                        + "The client of a relay is KitbagRoomClient."
                    : "A session may introduce at most " + Options.MaxTypes + " types, KitbagSessionOptions.MaxTypes.");
            _schemaBytes += frame.Schema.Bytes.Length;
            if (_schemaBytes > Options.Limits.MaxSchemaBytes)
                throw new KitbagSessionException(KitbagCloseReason.LimitExceeded, "The schemas of the peer's types have more than "
                    + Options.Limits.MaxSchemaBytes + " bytes, the limit of KitbagLimits.MaxSchemaBytes for a session.");
            var type = new PeerType(frame.Name, frame.Schema, Options);
            _handlers.Bind(type);
            _peerTypes.Add(type);
        }

        private void OnAck(long position)
        {
            SendWaiter? room;
            WriteSignal signal;
            lock (Gate)
            {
                if (IsOver)
                    return;
                Log.Acknowledge(position);
                room = TakeWaiters();
                signal = _connection!.Signal();
            }
            Complete(room);
            _connection!.Write(signal);
        }
    }
}
