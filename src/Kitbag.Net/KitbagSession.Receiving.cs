using System;
using System.Buffers;
using System.Buffers.Binary;
using System.Collections.Generic;
using System.Threading.Tasks;
using Kitbag.Net.Frames;
using Kitbag.Net.Messages;
using Kitbag.Net.Sessions;

namespace Kitbag.Net
{
    // What is received. Called by the loop that reads, of which there is one at a time.
    public sealed partial class KitbagSession
    {
        // The types that the peer has introduced, by its numbers less 1.
        private readonly List<PeerType> _peerTypes = new List<PeerType>();

        // Positions in what the peer sends: before which frames were passed to handlers; handlers are done; the peer was told so.
        private long _received, _handled, _acknowledged, _acknowledgeUntil;

        internal long ReceivedPosition => _received;

        /// <summary>How many bytes of frames may lie here while a handler is not done: beyond it nothing more is read.</summary>
        internal long MaxHeld => 2L * Options.ReceiveWindow + Options.MaxFrame;

        /// <summary>A numbered frame is about to be handled; its position counts from here on, whatever the handler does.</summary>
        internal void Receive(int length)
        {
            if (_goodbyeReceived)
                throw new KitbagSessionException(KitbagCloseReason.Protocol, "A message follows the peer's goodbye.");
            CheckWindow(_received, length);
            _received += length;
        }

        /// <summary>A numbered frame must lie within the window, unless the peer has nothing else under way.</summary>
        internal void CheckWindow(long position, int length)
        {
            if (position + length - _acknowledged > Options.ReceiveWindow && position != _acknowledged)
                throw new KitbagSessionException(KitbagCloseReason.Protocol, "The peer sends more than the window that it was given.");
        }

        /// <summary>
        /// All frames that were received are handled, but for the last one of so many bytes: the peer is told when that is much.
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

        /// <summary>All that is handled is to be acknowledged at once, up to a position. Called under the lock.</summary>
        internal void AcknowledgeUntil(long position) => _acknowledgeUntil = position;

        /// <summary>What is to be acknowledged. Called under the lock, when it is about to be written.</summary>
        internal long Acknowledging() => _acknowledged = Math.Max(_acknowledged, _handled);

        /// <summary>Handles a frame that waits for those before it.</summary>
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

        /// <summary>Handles a frame that waits for no handler.</summary>
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
                    long value = BinaryPrimitives.ReadInt64LittleEndian(body.Take(sizeof(long)).ToArray());
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
            // Nearly always the two numbers are a byte each, and all lies in one piece.
            ReadOnlySpan<byte> first = body.First.Span;
            long number, length;
            ReadOnlySequence<byte> rest;
            if (first.Length >= 2 && (first[0] | first[1]) < 0x80)
            {
                number = first[0];
                length = first[1];
                rest = body.Slice(2);
                if (length > rest.Length)
                    throw new KitbagSessionException(KitbagCloseReason.Protocol, "A message is shorter than its header.");
            }
            else
            {
                var reader = new BodyReader(body, "message");
                number = reader.ReadNumber(int.MaxValue);
                length = reader.ReadNumber(reader.Rest.Length);
                rest = reader.Rest;
            }
            if (length > Options.MaxHeader)
                throw new KitbagSessionException(KitbagCloseReason.LimitExceeded,
                    "A header of " + length + " bytes is above the limit of " + Options.MaxHeader + ".");
            ReadOnlySequence<byte> header = rest.Slice(0, length), payload = rest.Slice(length);
            if (number == 0)
                return _handlers.Raw?.Invoke(this, header, payload)
                    ?? throw new KitbagSessionException(KitbagCloseReason.UnknownMessage, "There is no handler for raw messages.");
            PeerType type = TypeOf(number);
            if (type.Handler != null)
                return type.Handler.Handle(this, type, header, payload);
            return _handlers.Unknown?.Invoke(this, type.Name, header, payload)
                ?? throw new KitbagSessionException(KitbagCloseReason.UnknownMessage, "There is no handler for '" + type.Name + "'.");
        }

        private PeerType TypeOf(long number)
        {
            if (number < 1 || number > _peerTypes.Count)
                throw new KitbagSessionException(KitbagCloseReason.Protocol, "Type " + number + " was not introduced.");
            return _peerTypes[(int)number - 1];
        }

        private void AddType(in SchemaFrame frame)
        {
            // After a connection was lost a type may come once more.
            if (frame.Number >= 1 && frame.Number <= _peerTypes.Count
                && _peerTypes[frame.Number - 1].Schema.Fingerprint == frame.Schema.Fingerprint)
                return;
            if (frame.Number != _peerTypes.Count + 1)
                throw new KitbagSessionException(KitbagCloseReason.Protocol, "Type " + frame.Number + " does not follow those before it.");
            if (frame.Number > Options.MaxTypes)
                throw new KitbagSessionException(KitbagCloseReason.LimitExceeded,
                    "More than " + Options.MaxTypes + " types are introduced.");
            var type = new PeerType(frame.Name, frame.Schema, Options.Limits);
            _handlers.Bind(type);
            _peerTypes.Add(type);
        }

        private void OnAck(long position)
        {
            RoomWaiter? room;
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
