using System;
using System.Buffers;
using System.Threading;
using Kitbag.Buffers;
using Kitbag.Layout;
using Kitbag.Schema;
using Kitbag.Wire;

namespace Kitbag.Codecs
{
    // Columns of objects on several threads. Groups are independent of each other, so each is written or read by one thread.
    public abstract unsafe partial class ObjectCodec<T>
    {
        // Unsafe: other threads use memory on the caller's stack, while the caller waits for them (bench/: realm-100).
#pragma warning disable CS8500 // A pointer to values of the stack, which holds references: the caller's frame keeps them alive and right.

        // Returns how many values have been written, which are all.
        private int WriteByThreads(ref WireWriter w, ref SegmentedSpan<T> values, CallThreads threads)
        {
            SegmentedSpan<T> rest = values;
            int count = rest.Count;
            w.Threads = null;
            var writing = new GroupsWriting(this, ref w, &rest);
            try
            {
                writing.Invite(threads, Groups.CountOf(count));
                writing.WriteAll(ref w);
            }
            finally
            {
                writing.Close();
                w.Threads = threads;
            }
            writing.ThrowIfFailed();
            writing.PutDone(ref w);
            return count;
        }

        // Returns how many values have been read: all, or those before malformed data, for which the ordinary read reports the error.
        private int ReadByThreads(ref WireReader r, ref SegmentedSpan<T> values, ReadPlan? plan, CallThreads threads)
        {
            SegmentedSpan<T> rest = values;
            fixed (byte* data = r.Data)
            {
                CallThreads shared = r.Share();
                var reading = new GroupsReading(this, plan, data, ref r, &rest, shared);
                try
                {
                    reading.Invite(threads, Groups.CountOf(rest.Count));
                    reading.ReadAll(ref r);
                }
                finally
                {
                    reading.Close();
                    r.Unshare(shared, threads);
                }
                reading.Finish(ref r);
                values = rest;
                return reading.Start;
            }
        }

        private sealed class GroupsReading : SharedWork
        {
            private readonly ObjectCodec<T> _codec;
            private readonly ReadPlan? _plan;
            private readonly SchemaType _writer;
            private readonly byte* _data;
            private readonly int _length, _count;
            private readonly KitbagLimits _limits;
            private readonly CallThreads _shared;
            private readonly SegmentedSpan<T>* _rest;
            private int _position;
            private bool _isStuck;

            public GroupsReading(ObjectCodec<T> codec, ReadPlan? plan, byte* data, scoped ref WireReader r, SegmentedSpan<T>* rest,
                CallThreads shared)
            {
                _codec = codec;
                _plan = plan;
                _writer = plan?.Writer ?? codec.Schema;
                _data = data;
                _length = r.Data.Length;
                _limits = r.Limits;
                _position = r.Position;
                _rest = rest;
                _count = rest->Count;
                _shared = shared;
            }

            /// <summary>The index of the first value that no thread has started to read.</summary>
            public int Start { get; private set; }

            protected override void Work()
            {
                var r = new WireReader(Spans.OfFixed(ref *_data, _length), _limits, _shared);
                try
                {
                    ReadAll(ref r);
                }
                finally
                {
                    r.Dispose();
                }
            }

            /// <summary>Reads groups until none are left.</summary>
            public void ReadAll(ref WireReader r)
            {
                while (TryTake(ref r, out int start, out int end, out SegmentedSpan<T> values))
                {
                    try
                    {
                        _codec.ReadNext(ref r, ref values, start, _plan, default, false);
                        if (r.Position != end)
                            throw new InvalidOperationException("A group does not end where it was found to end before.");
                    }
                    catch (Exception e)
                    {
                        Fail(start, e, r.Position);
                    }
                }
            }

            // Only the thread that skips a group knows the position of the next one and its end.
            private bool TryTake(scoped ref WireReader r, out int start, out int end, out SegmentedSpan<T> values)
            {
                lock (Lock)
                {
                    r.GiveBack(_shared);
                    start = Start;
                    end = 0;
                    values = default;
                    if (start == _count || _isStuck || HasFailed)
                        return false;
                    int count = Math.Min(Groups.Capacity, _count - start);
                    ScratchMark mark = r.Mark();
                    r.MoveTo(_position);
                    try
                    {
                        Skipping.SkipColumn(ref r, _writer, count);
                    }
                    catch (Exception e) when (e is not OutOfMemoryException)
                    {
                        r.Release(mark);
                        r.GiveBack(_shared);
                        _isStuck = true;
                        return false;
                    }
                    end = r.Position;
                    r.MoveTo(_position);
                    _rest->Take(count);
                    values = *_rest;
                    _rest->Skip();
                    _position = end;
                    Start = start + count;
                    return true;
                }
            }

            /// <summary>Continues behind what was read, or throws the exception that occurred.</summary>
            public void Finish(ref WireReader r)
            {
                r.MoveTo(HasFailed ? FailedAt : _position);
                ThrowIfFailed();
            }
        }

        private sealed class GroupsWriting : SharedWork
        {
            private readonly ObjectCodec<T> _codec;
            private readonly SegmentedSpan<T>* _rest;
            private readonly WireSettings _settings;
            private readonly bool _isRaw;
            private readonly int _count;
            // The bytes of groups after those in the output that other threads have written.
            private readonly byte[]?[] _done;
            private readonly int[] _lengths;
            private int _next, _written;

            public GroupsWriting(ObjectCodec<T> codec, scoped ref WireWriter w, SegmentedSpan<T>* rest)
            {
                _codec = codec;
                _settings = w.Settings;
                _isRaw = w.RawNumbers;
                _rest = rest;
                _count = rest->Count;
                _done = new byte[]?[Groups.CountOf(_count)];
                _lengths = new int[_done.Length];
            }

            protected override void Work()
            {
                while (TryTake(out int piece, out SegmentedSpan<T> values))
                    TryWriteApart(piece, ref values);
            }

            /// <summary>
            /// Writes groups until none are left. Only the caller's thread writes to the output, in the order of the groups.
            /// </summary>
            public void WriteAll(ref WireWriter w)
            {
                while (TryTake(out int piece, out SegmentedSpan<T> values))
                {
                    try
                    {
                        PutDone(ref w);
                        if (piece == _written)
                        {
                            _codec.WriteNext(ref w, ref values);
                            _written++;
                            continue;
                        }
                    }
                    catch (Exception e)
                    {
                        Fail(piece, e, 0);
                        continue;
                    }
                    TryWriteApart(piece, ref values);
                }
            }

            private void TryWriteApart(int piece, ref SegmentedSpan<T> values)
            {
                try
                {
                    WriteApart(piece, ref values);
                }
                catch (Exception e)
                {
                    Fail(piece, e, 0);
                }
            }

            private void WriteApart(int piece, ref SegmentedSpan<T> values)
            {
                var w = new WireWriter(null, _settings) { RawNumbers = _isRaw };
                try
                {
                    _codec.WriteNext(ref w, ref values);
                    ReadOnlySpan<byte> written = w.Written;
                    byte[] bytes = ArrayPool<byte>.Shared.Rent(written.Length);
                    written.CopyTo(bytes);
                    _lengths[piece] = written.Length;
                    Volatile.Write(ref _done[piece], bytes);
                }
                finally
                {
                    w.Dispose();
                }
            }

            /// <summary>Copies finished groups of other threads to the output, in order.</summary>
            public void PutDone(ref WireWriter w)
            {
                for (; _written < _done.Length && Volatile.Read(ref _done[_written]) is { } bytes; _written++)
                {
                    w.WriteBytes(bytes.AsSpan(0, _lengths[_written]));
                    _done[_written] = null;
                    ArrayPool<byte>.Shared.Return(bytes);
                }
            }

            private bool TryTake(out int piece, out SegmentedSpan<T> values)
            {
                lock (Lock)
                {
                    piece = _next;
                    values = default;
                    if (piece == _done.Length || HasFailed)
                        return false;
                    _rest->Take(Math.Min(Groups.Capacity, _count - piece * Groups.Capacity));
                    values = *_rest;
                    _rest->Skip();
                    _next++;
                    return true;
                }
            }
        }
#pragma warning restore CS8500
    }
}
