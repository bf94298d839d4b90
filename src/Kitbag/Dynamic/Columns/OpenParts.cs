using System;
using System.Collections.Generic;

namespace Kitbag.Dynamic
{
    /// <summary>
    /// Keeps parts of a column open: all that were requested while there is room for them (<see cref="MemoryBudget.HasRoom"/>), but at
    /// least the last one.
    /// </summary>
    /// <typeparam name="T">The type of a part.</typeparam>
    internal sealed class OpenParts<T>
        where T : class
    {
        private readonly Body _body;
        private readonly Func<Body, int, T> _opener;
        private readonly Dictionary<int, (T Part, MemoryBudget Memory)> _parts = new Dictionary<int, (T, MemoryBudget)>();
        private readonly Queue<int> _order = new Queue<int>();
        private T? _last;
        private int _lastIndex = -1;

        /// <param name="body">The body that contains the parts.</param>
        /// <param name="opener">Opens the part with an index, and charges its memory to the body that it gets.</param>
        public OpenParts(Body body, Func<Body, int, T> opener)
        {
            _body = body;
            _opener = opener;
        }

        /// <summary>Gets a part, which is opened if necessary.</summary>
        public T this[int index]
        {
            get
            {
                if (_lastIndex == index)
                    return _last!;
                _lastIndex = -1;
                _last = _parts.TryGetValue(index, out (T Part, MemoryBudget) found) ? found.Part : Open(index);
                _lastIndex = index;
                return _last;
            }
        }

        private T Open(int index)
        {
            while (_order.Count != 0 && !_body.Memory.HasRoom)
            {
                int oldest = _order.Dequeue();
                _parts[oldest].Memory.Close();
                _parts.Remove(oldest);
            }
            Body body = _body.Part();
            bool isOpen = false;
            try
            {
                T part = _opener(body, index);
                _parts.Add(index, (part, body.Memory));
                _order.Enqueue(index);
                isOpen = true;
                return part;
            }
            finally
            {
                if (!isOpen)
                    body.Memory.Close();
            }
        }
    }
}
