using System;

namespace Kitbag.Json
{
    /// <summary>A place in a text of which the bytes before it are no longer available.</summary>
    internal struct JsonTextPlace
    {
        private int _lines, _columns;
        private bool _followsReturn;

        /// <summary>The number of bytes before the place.</summary>
        public long Offset { get; private set; }

        /// <summary>Moves the place behind the next bytes.</summary>
        public void Pass(ReadOnlySpan<byte> bytes)
        {
            Offset += bytes.Length;
            foreach (byte b in bytes)
            {
                if (b == '\r' || (b == '\n' && !_followsReturn))
                    _lines++;
                _columns = b is (byte)'\r' or (byte)'\n' ? 0 : _columns + JsonPlace.ColumnsOf(b);
                _followsReturn = b == '\r';
            }
        }

        /// <summary>Moves an exception, whose place is that in the bytes that follow, to its place in the whole text.</summary>
        public readonly void Move(KitbagException e, string path)
        {
            e.Shift(Offset);
            e.PlaceInText(path, _lines + e.Line, e.Line == 1 ? _columns + e.Column : e.Column);
        }
    }
}
