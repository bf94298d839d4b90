using System;
using System.Buffers;
using System.Collections.Generic;
using System.Globalization;
using System.IO;
using System.Runtime.CompilerServices;
using System.Threading;
using System.Threading.Tasks;
using Kitbag.Buffers;
using Kitbag.Codecs;
using Kitbag.Json;

namespace Kitbag.Documents
{
    /// <summary>
    /// Reads the elements of an array in a stream one by one, or values that follow each other. At most the value that is being read, and
    /// what the stream returned with it, are in memory.
    /// </summary>
    internal sealed class JsonElements<T> : IDisposable
    {
        private const int FirstBuffer = 16 * 1024;

        private enum Expected
        {
            Array,
            ValueOrEnd,
            Value,
            Mark,
            End,
        }

        private readonly Codec<T> _codec;
        private readonly KitbagJsonOptions _options;
        private readonly bool _isArray;
        private byte[] _buffer = ArrayPool<byte>.Shared.Rent(FirstBuffer);
        private JsonScanner _scanner;
        private JsonTextPlace _place;
        private Expected _expected;
        private long _index;
        private int _length;
        private bool _isStarted, _isLast, _isAtEnd;

        private JsonElements(Codec<T> codec, KitbagJsonOptions options, bool isArray)
        {
            _codec = codec;
            _options = options;
            _isArray = isArray;
            _expected = isArray ? Expected.Array : Expected.Value;
            _scanner = new JsonScanner(options.AllowComments, isArray);
        }

        /// <summary>Reads the values of a stream.</summary>
        /// <param name="input">The stream.</param>
        /// <param name="codec">The codec of the values.</param>
        /// <param name="options">The options.</param>
        /// <param name="isArray">Whether they are the elements of an array.</param>
        /// <param name="cancellationToken">A token to cancel reading.</param>
        public static async IAsyncEnumerable<T> Read(Stream input, Codec<T> codec, KitbagJsonOptions options, bool isArray,
            [EnumeratorCancellation] CancellationToken cancellationToken = default)
        {
            cancellationToken.ThrowIfCancellationRequested();
            var elements = new JsonElements<T>(codec, options, isArray);
            bool isReading = false;
            try
            {
                while (true)
                {
                    while (elements.TryNext(out T value))
                    {
                        yield return value;
                        cancellationToken.ThrowIfCancellationRequested();
                    }
                    if (elements._isAtEnd)
                        yield break;
                    Memory<byte> room = elements.MakeRoom();
                    isReading = true;
                    int count = await input.ReadAsync(room, cancellationToken).ConfigureAwait(false);
                    isReading = false;
                    elements._length += count;
                    elements._isLast = count == 0;
                }
            }
            finally
            {
                // A stream whose operation was canceled or failed may still write to the memory: then it is not returned to the pool.
                if (!isReading)
                    elements.Dispose();
            }
        }

        public void Dispose()
        {
            byte[] buffer = _buffer;
            _buffer = Array.Empty<byte>();
            if (buffer.Length != 0)
                ArrayPool<byte>.Shared.Return(buffer);
        }

        private bool TryNext(out T value)
        {
            value = default!;
            if (!_isStarted && !TryStart())
                return false;
            while (!_isAtEnd)
            {
                ReadOnlySpan<byte> text = _buffer.AsSpan(0, _length);
                switch (_scanner.Next(text, _isLast, _expected == Expected.Array))
                {
                    case JsonToken.None:
                        return false;
                    case JsonToken.Value:
                        if (ReadValue(text, out value))
                            return true;
                        break;
                    case JsonToken.Mark:
                        PassMark(text);
                        break;
                    default:
                        End(text);
                        break;
                }
            }
            return false;
        }

        // A byte order mark is no part of the text.
        private bool TryStart()
        {
            if (_length < 3 && !_isLast)
                return false;
            _isStarted = true;
            if (_length >= 3 && _buffer[0] == 0xEF && _buffer[1] == 0xBB && _buffer[2] == 0xBF)
                Remove(3);
            return true;
        }

        // Returns false if the element is left out.
        private bool ReadValue(ReadOnlySpan<byte> text, out T element)
        {
            ReadOnlySpan<byte> value = text.Slice(_scanner.Start, _scanner.Position - _scanner.Start);
            if (_expected is not (Expected.Value or Expected.ValueOrEnd))
                throw Unexpected(text);
            if (value.Length > _options.MaxInputBytes)
                throw TooLong();
            int length;
            bool isLeftOut;
            try
            {
                element = JsonText.ReadElement(value, _codec, _options, out length, out isLeftOut);
            }
            catch (KitbagException e)
            {
                JsonTextPlace place = _place;
                place.Pass(text.Slice(0, _scanner.Start));
                place.Move(e, PathOfValue + e.Path.Substring(_codec.Schema.RootName.Length));
                throw;
            }
            if (!_isArray && length != value.Length)
            {
                _expected = Expected.End;
                throw Unexpected(text, _scanner.Start + length);
            }
            _index++;
            if (_isArray)
            {
                // The next mark is expected where the element ends, which may be before the end that the scanner found: 1/**/, 01.
                _scanner.ReturnTo(_scanner.Start + length);
                _expected = Expected.Mark;
            }
            return !isLeftOut;
        }

        private void PassMark(ReadOnlySpan<byte> text)
        {
            byte mark = text[_scanner.Start];
            if (_expected == Expected.Array && mark == '[')
                _expected = Expected.ValueOrEnd;
            else if (_expected == Expected.Mark && mark == ',')
                _expected = _options.AllowTrailingCommas ? Expected.ValueOrEnd : Expected.Value;
            else if (_expected is Expected.Mark or Expected.ValueOrEnd && mark == ']')
                _expected = Expected.End;
            else
                throw Unexpected(text);
        }

        private void End(ReadOnlySpan<byte> text)
        {
            _isAtEnd = true;
            if (_scanner.IsInComment)
                throw Moved(new KitbagException(KitbagErrorReason.Truncated, "The text ends within a comment.", 0), text, text.Length);
            if (_isArray && _expected != Expected.End)
                throw Unexpected(text, text.Length);
        }

        // What follows a value is found at the path of that value.
        private string PathOfValue =>
            "$[" + (_expected == Expected.Mark ? _index - 1 : _index).ToString(CultureInfo.InvariantCulture) + "]";

        private KitbagException Unexpected(ReadOnlySpan<byte> text) => Unexpected(text, _scanner.Start);

        private KitbagException Unexpected(ReadOnlySpan<byte> text, int at)
        {
            var r = new JsonReader(text.Slice(at), _options);
            try
            {
                // A byte order mark is part of the text here.
                r.MoveTo(0);
                if (_expected == Expected.End)
                    r.ReadEnd();
                throw r.Unexpected(_expected switch
                {
                    Expected.Array => "an array",
                    Expected.Value when r.Peek() == ']' => "a value after the comma (KitbagJsonOptions.AllowTrailingCommas is off)",
                    Expected.Value => "a value",
                    Expected.ValueOrEnd => "a value or ']'",
                    _ => "',' or ']'",
                });
            }
            catch (KitbagException e)
            {
                return Moved(e, text, at);
            }
            finally
            {
                r.Dispose();
            }
        }

        private KitbagException Moved(KitbagException e, ReadOnlySpan<byte> text) => Moved(e, text, _scanner.Start);

        private KitbagException Moved(KitbagException e, ReadOnlySpan<byte> text, int at)
        {
            JsonTextPlace place = _place;
            place.Pass(text.Slice(0, at));
            e.PlaceInText("", 1, 1);
            place.Move(e, _expected == Expected.Array || (_isArray && _expected == Expected.End) ? "$" : PathOfValue);
            return e;
        }

        private KitbagException TooLong() => Moved(
            new KitbagException(KitbagErrorReason.LimitExceeded, "The value has more than the "
                + _options.MaxInputBytes.ToString(CultureInfo.InvariantCulture) + " bytes of MaxInputBytes in the options.", 0),
            _buffer.AsSpan(0, _length));

        private void Remove(int count)
        {
            _place.Pass(_buffer.AsSpan(0, count));
            _buffer.AsSpan(count, _length - count).CopyTo(_buffer);
            _length -= count;
        }

        // Memory for the next bytes: nothing is kept but the value that is not complete.
        private Memory<byte> MakeRoom()
        {
            int passed = _scanner.Passed;
            if (passed != 0 && (_length == _buffer.Length || passed == _length))
            {
                Remove(passed);
                _scanner.Remove(passed);
            }
            if (_length - _scanner.Passed > _options.MaxInputBytes)
                throw TooLong();
            if (_length == _buffer.Length)
            {
                if (_length == Arrays.MaxLength)
                    throw TooLong();
                byte[] larger = ArrayPool<byte>.Shared.Rent((int)Math.Min(_length * 2L, Arrays.MaxLength));
                _buffer.AsSpan(0, _length).CopyTo(larger);
                ArrayPool<byte>.Shared.Return(_buffer);
                _buffer = larger;
            }
            return _buffer.AsMemory(_length);
        }
    }
}
