using System;
using System.Collections.Generic;
using System.Linq;

namespace Quest.Measuring
{
    /// <summary>A value to save and load. An equal value can be created in another process.</summary>
    public abstract class Input
    {
        /// <summary>The names of the serializers.</summary>
        public abstract IReadOnlyList<string> Candidates { get; }

        /// <summary>Creates the value, and counts the objects in it.</summary>
        public abstract IReadOnlyList<(string What, int Count)> Count();

        /// <summary>The name of the file that a serializer saves to.</summary>
        public abstract string FileOf(string candidate);

        /// <summary>
        /// Creates the value and saves it to a file. Measures the first call that serializes it, and the median of many calls.
        /// </summary>
        public abstract Outcome Save(string candidate, string file, TimeSpan duration);

        /// <summary>Loads the file and compares the value. Measures the first call, and the median of many calls.</summary>
        public abstract Outcome Load(string candidate, string file, TimeSpan duration);

        /// <summary>Loads the file, plays a turn of the game, and saves it again. Returns null if the input has no turns.</summary>
        public abstract string? Play(string candidate, string file);
    }

    /// <summary>An input of one type.</summary>
    public sealed class Input<T> : Input
        where T : class
    {
        private readonly Func<T> _create;
        private readonly Func<T, IReadOnlyList<(string What, int Count)>> _count;
        private readonly IReadOnlyList<Candidate<T>> _candidates;
        private readonly Func<T, string>? _play;

        public Input(Func<T> create, Func<T, IReadOnlyList<(string What, int Count)>> count, IEnumerable<Candidate<T>> candidates,
            Func<T, string>? play = null)
        {
            _play = play;
            _create = create;
            _count = count;
            _candidates = candidates.ToArray();
        }

        public override IReadOnlyList<string> Candidates => _candidates.Select(candidate => candidate.Name).ToArray();

        public override IReadOnlyList<(string What, int Count)> Count() => _count(_create());

        public override string FileOf(string candidate) => candidate.Split(' ')[0] + Find(candidate).Extension;

        public override Outcome Save(string candidate, string file, TimeSpan duration)
        {
            Candidate<T> chosen = Find(candidate);
            T value = _create();
            return Try(() =>
            {
                var first = Timing.First(() => chosen.Save(value));
                chosen.SaveTo(file, value, first.Result);
                return Outcome.Done(first.Milliseconds, Timing.Warm(() => chosen.Save(value), duration));
            });
        }

        public override Outcome Load(string candidate, string file, TimeSpan duration)
        {
            Candidate<T> chosen = Find(candidate);
            return Try(() =>
            {
                var first = Timing.First(() => chosen.LoadFrom(file));
                string? difference = Differences.First(_create(), first.Result);
                return difference == null
                    ? Outcome.Done(first.Milliseconds, Timing.Warm(() => chosen.LoadFrom(file), duration))
                    : Outcome.Failed("differs: " + difference);
            });
        }

        public override string? Play(string candidate, string file)
        {
            if (_play == null)
            {
                return null;
            }

            Candidate<T> chosen = Find(candidate);
            T value = chosen.LoadFrom(file);
            string what = _play(value);
            chosen.SaveTo(file, value, chosen.Save(value));
            return what;
        }

        private Candidate<T> Find(string name) =>
            _candidates.FirstOrDefault(candidate => candidate.Name == name)
                ?? throw new ArgumentException($"There is no serializer '{name}'.");

        // Any exception of a serializer is a result, which is shown in its row.
        private static Outcome Try(Func<Outcome> trial)
        {
            try
            {
                return trial();
            }
            catch (Exception e)
            {
                return Outcome.Failed("cannot: " + ErrorText.Of(e));
            }
        }
    }
}
