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
    // Receiving. These methods are called by the reading loop of the current connection, of which there is one at a time.
    public sealed partial class KitbagSession
    {
        // The types of which the peer has sent the schema, by their numbers less 1, and how many bytes the schemas have.
        private readonly List<PeerType> _peerTypes = new List<PeerType>();
        private long _schemaBytes;

        // Positions in the peer's numbered frames. Received: all frames before it were passed to handlers. Handled: these handlers are
        // done. Acknowledged: the peer was told that. Up to acknowledgeUntil each step is acknowledged, because the peer waits for it.
        private long _received, _handled, _acknowledged, _acknowledgeUntil;

        internal long ReceivedPosition => _received;

        /// <summary>How many received bytes are held while a handler is running: beyond that nothing more is read.</summary>
        internal long MaxHeld => 2L * Options.ReceiveWindow + Options.MaxFrame;

        /// <summary>A numbered frame is about to be handled. It counts as received from here on, whatever its handler does.</summary>
        internal void Receive(int length)
        {
            if (_goodbyeReceived)
                throw new KitbagSessionException(KitbagCloseReason.Protocol, "A message follows the peer's goodbye.");
            CheckWindow(_received, length);
            _received += length;
        }

        /// <summary>Checks that a numbered frame lies within the window or is the only one that is not acknowledged.</summary>
        internal void CheckWindow(long position, int length)
        {
            // The writing loop changes it; whole also where 64 bits take two reads.
            long acknowledged = Volatile.Read(ref _acknowledged);
            if (position + length - acknowledged > Options.ReceiveWindow && position != acknowledged)
                throw new KitbagSessionException(KitbagCloseReason.Protocol, "The peer sends more than the window that it was given.");
        }

        /// <summary>
        /// All received frames are handled except the last one, which has so many bytes. Requests an acknowledgement where enough was
        /// handled since the last one, or the peer waits for one.
        /// </summary>
        internal void Handled(ControlFrames control, int pending)
        {
            lock (Gate)
            {
                _handled = _received - pending;
                if (_handled - _acknowledged >= Options.ReceiveWindow / 4
                    || (_handled > _acknowledged && _acknowledged < _acknowledgeUntil))
                    control.Ack();
            }
        }

        /// <summary>Whether frames are handled of which the peer was not told. The caller holds the lock.</summary>
        internal bool HasUnacknowledged => _handled > _acknowledged;

        /// <summary>Each step is to be acknowledged, up to a position. The caller holds the lock.</summary>
        internal void AcknowledgeUntil(long position) => _acknowledgeUntil = position;

        /// <summary>The position of an acknowledgement that is about to be written. The caller holds the lock.</summary>
        internal long Acknowledging()
        {
            Volatile.Write(ref _acknowledged, Math.Max(_acknowledged, _handled));
            return _acknowledged;
        }

        /// <summary>Handles a frame that waits for the handlers of the frames before it.</summary>
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
                        throw new KitbagSessionException(KitbagCloseReason.Protocol, "There is no frame of kind " + frame.Kind + " here.");
                    break;
            }
        }

        private ValueTask HandleMessage(in ReadOnlySequence<byte> body)
        {
            // Nearly always the type and the length of the header take one byte each, and the frame lies in one piece of memory.
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
                throw new KitbagSessionException(KitbagCloseReason.Protocol, "A message is shorter than its header.");
            if (length > Options.MaxHeader)
                throw new KitbagSessionException(KitbagCloseReason.LimitExceeded,
                    "A header of " + length + " bytes is above the limit of " + Options.MaxHeader + ".");
            ReadOnlySequence<byte> header = rest.Slice(0, length), payload = rest.Slice(length);
            if (number == 0)
                return HandleRaw(header, payload);
            PeerType type = TypeOf(number);
            return type.Handler?.Handle(this, type, header, payload) ?? HandleUnknown(type.Name, header, payload);
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

        private ValueTask HandleUnknown(string type, in ReadOnlySequence<byte> header, in ReadOnlySequence<byte> payload)
        {
            if (_handlers.Unknown == null)
                throw new KitbagSessionException(KitbagCloseReason.UnknownMessage, "There is no handler for '" + type + "'.");
            IsInHandler = true;
            ValueTask handled = _handlers.Unknown(this, type, header, payload);
            IsInHandler = false;
            return handled;
        }

        private PeerType TypeOf(long number)
        {
            if (number < 1 || number > _peerTypes.Count)
                throw new KitbagSessionException(KitbagCloseReason.Protocol, "Type " + number + " was not introduced.");
            return _peerTypes[(int)number - 1];
        }

        private void AddType(in SchemaFrame frame)
        {
            // A frame that does not wait for handlers may be received again after a connection was lost.
            if (frame.Number >= 1 && frame.Number <= _peerTypes.Count
                && _peerTypes[frame.Number - 1].Schema.Fingerprint == frame.Schema.Fingerprint)
                return;
            if (frame.Number != _peerTypes.Count + 1)
                throw new KitbagSessionException(KitbagCloseReason.Protocol, "Type " + frame.Number + " does not follow those before it.");
            if (frame.Number > Options.MaxTypes)
                throw new KitbagSessionException(KitbagCloseReason.LimitExceeded,
                    "More than " + Options.MaxTypes + " types are introduced.");
            _schemaBytes += frame.Schema.Bytes.Length;
            if (_schemaBytes > Options.Limits.MaxSchemaBytes)
                throw new KitbagSessionException(KitbagCloseReason.LimitExceeded, "The schemas of the types have more than "
                    + Options.Limits.MaxSchemaBytes + " bytes; KitbagLimits.MaxSchemaBytes allows no more in one session.");
            var type = new PeerType(frame.Name, frame.Schema, Options.Limits);
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
