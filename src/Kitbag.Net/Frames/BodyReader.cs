using System;
using System.Buffers;
using System.Text;

namespace Kitbag.Net.Frames
{
    /// <summary>Reads the fields of the body of a frame in order.</summary>
    internal struct BodyReader
    {
        private readonly string _frame;

        public BodyReader(in ReadOnlySequence<byte> body, string frame)
        {
            Rest = body;
            _frame = frame;
        }

        /// <summary>Gets the bytes that were not read yet.</summary>
        public ReadOnlySequence<byte> Rest { get; private set; }

        public byte ReadByte()
        {
            if (Rest.IsEmpty)
                throw Malformed();
            byte value = Sequences.FirstFilled(Rest).Span[0];
            Rest = Rest.Slice(1);
            return value;
        }

        /// <summary>Reads a number that is at most <paramref name="most"/>.</summary>
        public long ReadNumber(long most = long.MaxValue)
        {
            int length = Varint.Read(Rest.First.Span, out long value);
            if (length == 0 && !Rest.IsSingleSegment)
            {
                Span<byte> start = stackalloc byte[(int)Math.Min(Varint.MostBytes, Rest.Length)];
                Sequences.Copy(Rest.Slice(0, start.Length), start);
                length = Varint.Read(start, out value);
            }
            if (length <= 0 || value > most)
                throw Malformed();
            Rest = Rest.Slice(length);
            return value;
        }

        /// <summary>Reads a given number of bytes.</summary>
        public ReadOnlySequence<byte> Take(long count)
        {
            if (count > Rest.Length)
                throw Malformed();
            ReadOnlySequence<byte> taken = Rest.Slice(0, count);
            Rest = Rest.Slice(count);
            return taken;
        }

        /// <summary>Reads a length of at most <paramref name="most"/>, and that many bytes.</summary>
        public byte[] ReadBytes(int most) => Sequences.Copy(Take(ReadNumber(most)));

        /// <summary>Reads a length of at most <paramref name="most"/>, and that many bytes of UTF-8 text.</summary>
        public string ReadText(int most) => Encoding.UTF8.GetString(ReadBytes(most));

        /// <summary>
        /// Checks that the body has no further bytes. Later versions of the protocol may add fields only to frames whose description
        /// permits it.
        /// </summary>
        public readonly void End()
        {
            if (!Rest.IsEmpty)
                throw Malformed();
        }

        private readonly KitbagSessionException Malformed() =>
            new KitbagSessionException(KitbagCloseReason.Protocol, "A frame of kind '" + _frame + "' is malformed.");
    }
}
