using System;
using System.Collections.Generic;
using System.Linq;
using Xunit;

namespace Kitbag.Tests.Evolution
{
    /// <summary>A change of a type: values of the old type, each with its value in the new type or the reason why it is refused.</summary>
    public abstract class Change
    {
        protected Change(string name, Type old, Type @new)
        {
            Name = name;
            Old = old;
            New = @new;
        }

        public string Name { get; }

        public Type Old { get; }

        public Type New { get; }

        /// <summary>
        /// Checks the values in a cell. Returns how many values were checked, or why there is none; failures are thrown.
        /// </summary>
        public abstract string Check(Cell cell);
    }

    /// <typeparam name="TOld">The old type.</typeparam>
    /// <typeparam name="TNew">The new type.</typeparam>
    public sealed class Change<[KitbagRoot] TOld, [KitbagRoot] TNew> : Change
    {
        private const KitbagErrorReason Mismatch = KitbagErrorReason.SchemaMismatch;

        private static readonly KitbagJsonOptions s_all = new KitbagJsonOptions(),
            s_withoutDefaults = new KitbagJsonOptions { OmitDefaults = true };

        private readonly List<Sample> _samples = new List<Sample>();
        private JsonKeys _jsonKeys;
        private Func<TNew?, bool>? _jsonKeyCheck;

        /// <param name="name">What changes.</param>
        public Change(string name)
            : base(name, typeof(TOld), typeof(TNew))
        {
        }

        /// <summary>A value is read as another one in every place.</summary>
        public Change<TOld, TNew> Reads(TOld? value, TNew? expected) =>
            Add(new Sample(value, v => EqualityComparer<TNew>.Default.Equals(v!, expected!), null,
                null)
            { ExpectsNull = expected == null });

        /// <summary>A value is read as one that passes a check.</summary>
        public Change<TOld, TNew> Reads(TOld? value, Func<TNew?, bool> check) => Add(new Sample(value, check, null, null));

        /// <summary>A value is refused in every place.</summary>
        public Change<TOld, TNew> Refuses(TOld? value, KitbagErrorReason reason = KitbagErrorReason.SchemaMismatch,
            KitbagErrorReason? inJson = null) =>
            Add(new Sample(value, null, reason, inJson ?? reason));

        /// <summary>A value is refused in binary documents, which know what was written, and read from JSON.</summary>
        public Change<TOld, TNew> ReadsJsonOnly(TOld? value, Func<TNew?, bool> check,
            KitbagErrorReason reason = KitbagErrorReason.SchemaMismatch) =>
            Add(new Sample(value, check, reason, null));

        /// <summary>A value is read as one value, and from the number of an enum in JSON as another one; JSON keys are names.</summary>
        public Change<TOld, TNew> Reads(TOld? value, TNew expected, TNew inJson) =>
            Add(new Sample(value, v => EqualityComparer<TNew>.Default.Equals(v!, expected), null, null)
            {
                JsonCheck = v => EqualityComparer<TNew>.Default.Equals(v!, inJson),
            });

        /// <summary>As keys in JSON, which are not written as values are, all values are refused.</summary>
        public Change<TOld, TNew> RefusesJsonKeys()
        {
            _jsonKeys = JsonKeys.Refused;
            return this;
        }

        /// <summary>As keys in JSON, which are all text, all values are read.</summary>
        public Change<TOld, TNew> ReadsJsonKeys(Func<TNew?, bool> check)
        {
            _jsonKeys = JsonKeys.Read;
            _jsonKeyCheck = check;
            return this;
        }

        /// <summary>The value that was added last is refused if it is the root of a JSON text.</summary>
        public Change<TOld, TNew> ButNotAsJsonText()
        {
            _samples[_samples.Count - 1] = _samples[_samples.Count - 1] with { Text = Mismatch };
            return this;
        }

        private Change<TOld, TNew> Add(Sample sample)
        {
            _samples.Add(sample);
            return this;
        }

        public override string Check(Cell cell)
        {
            if (cell.Place == Place.UnionCase && cell.Holder == Holder.Struct)
                return "none: a struct has no base class";
            // Null cannot be a key in .NET.
            Sample[] samples = _samples.Where(s => cell.Place != Place.MapKey || s.Value != null).ToArray();
            foreach (Sample sample in samples)
                CheckSample(sample, cell);
            return samples.Length == 0 ? "" : samples.Length + " values";
        }

        private void CheckSample(Sample sample, Cell cell)
        {
            KitbagErrorReason? reason = cell.AsJson ? sample.Json : sample.Binary;
            Func<TNew?, bool>? check = cell.AsJson && cell.Place != Place.MapKey ? sample.JsonCheck ?? sample.Check : sample.Check;
            bool isAnyReason = false;
            if (cell.AsJson && cell.Holder == Holder.None && !cell.IsColumn)
                reason = sample.Text ?? reason;
            if (cell.Place == Place.MapKey && sample.ExpectsNull)
                reason = KitbagErrorReason.Malformed;
            if (cell.Place == Place.MapKey && cell.AsJson && _jsonKeys != JsonKeys.AsValues)
                (reason, check, isAnyReason) = (_jsonKeys == JsonKeys.Read ? (KitbagErrorReason?)null : Mismatch, _jsonKeyCheck, true);
            // The other member holds a value that can be read, or nothing, so that only this value can be refused.
            Sample? readable = _samples.Find(s => (cell.AsJson ? s.Json : s.Binary) == null);
            string name = Name + ", " + cell + ", value " + _samples.IndexOf(sample) + ": ";
            TNew? value;
            try
            {
                KitbagJsonOptions options = readable == null && cell.Path != ".Value" ? s_withoutDefaults : s_all;
                value = cell.Holder == Holder.None
                    ? Send(sample.Value, cell, options)
                    : Send(Parts<TOld>.Put(sample.Value, readable == null ? default : readable.Value, cell), cell, options).Take(cell);
            }
            catch (KitbagException e)
            {
                Assert.True(reason == e.Reason || (reason != null && isAnyReason), name + e.Message);
                // A type that cannot be read is refused at the first member of that type, whichever member holds a value.
                bool isOfType = !cell.AsJson && readable == null;
                Assert.True(isOfType || e.Path.Contains(cell.Path, StringComparison.Ordinal), name + e.Message);
                return;
            }
            Assert.True(reason == null, name + "read, expected " + reason);
            Assert.True(check!(value), name + "found " + value);
        }

        private static TNew? Send(TOld? value, Cell cell, KitbagJsonOptions options) => cell.IsColumn
            ? Read<TOld?[], TNew?[]>(Repeat(value, cell), cell, options)[cell.Count - 1]
            : Read<TOld?, TNew?>(value, cell, options);

        private static Parts<TNew> Send(Parts<TOld> parts, Cell cell, KitbagJsonOptions options)
        {
            int last = cell.Count - 1;
            switch (cell.Place, cell.Holder)
            {
                case (Place.Root, Holder.Class) when !cell.IsColumn:
                    return Read<InClass<TOld>, InClass<TNew>>(InClass<TOld>.Of(parts), cell, options).ToParts();
                case (Place.Root, Holder.Struct) when !cell.IsColumn:
                    return Read<InStruct<TOld>, InStruct<TNew>>(InStruct<TOld>.Of(parts), cell, options).ToParts();
                case (Place.Root, Holder.Record) when !cell.IsColumn:
                    return Read<Positional<TOld>, Positional<TNew>>(Positional<TOld>.Of(parts), cell, options).ToParts();
                case (Place.Root, Holder.Record):
                    return Read<Positional<TOld>[], Positional<TNew>[]>(Repeat(Positional<TOld>.Of(parts), cell), cell,
                        options)[last].ToParts();
                case (Place.Member, Holder.Class):
                    return Read<Outer<TOld>[], Outer<TNew>[]>(Repeat(new Outer<TOld> { Class = InClass<TOld>.Of(parts) }, cell), cell,
                        options)[last].Class!.ToParts();
                case (Place.Member, Holder.Struct):
                    return Read<Outer<TOld>[], Outer<TNew>[]>(Repeat(new Outer<TOld> { Struct = InStruct<TOld>.Of(parts) }, cell), cell,
                        options)[last].Struct!.Value.ToParts();
                case (Place.Member, Holder.Record):
                    return Read<Outer<TOld>[], Outer<TNew>[]>(Repeat(new Outer<TOld> { Record = Positional<TOld>.Of(parts) }, cell), cell,
                        options)[last].Record!.ToParts();
                case (Place.UnionCase, Holder.Class):
                    Choice<TOld>[] choices = Repeat<Choice<TOld>>(new Choice<TOld>.Held { Value = parts.Value }, cell);
                    return new Parts<TNew>
                    {
                        Value =
                        ((Choice<TNew>.Held)Read<Choice<TOld>[], Choice<TNew>[]>(choices, cell, options)[last]).Value
                    };
                case (Place.UnionCase, Holder.Record):
                    ChoiceRecord<TOld>[] records = Repeat<ChoiceRecord<TOld>>(new ChoiceRecord<TOld>.Held(parts.Value), cell);
                    return new Parts<TNew>
                    {
                        Value =
                        ((ChoiceRecord<TNew>.Held)Read<ChoiceRecord<TOld>[], ChoiceRecord<TNew>[]>(records, cell, options)[last]).Value
                    };
                case (_, Holder.Class):
                    return Read<InClass<TOld>[], InClass<TNew>[]>(Repeat(InClass<TOld>.Of(parts), cell), cell, options)[last].ToParts();
                case (_, Holder.Struct):
                    return Read<InStruct<TOld>[], InStruct<TNew>[]>(Repeat(InStruct<TOld>.Of(parts), cell), cell, options)[last].ToParts();
                case (_, Holder.Record):
                    return Read<InRecord<TOld>[], InRecord<TNew>[]>(Repeat(InRecord<TOld>.Of(parts), cell), cell, options)[last].ToParts();
                default:
                    throw new InvalidOperationException(cell.ToString());
            }
        }

        private static T[] Repeat<T>(T value, Cell cell) => Enumerable.Repeat(value, cell.Count).ToArray();

        private static TOut Read<[KitbagRoot] TIn, [KitbagRoot] TOut>(TIn value, Cell cell, KitbagJsonOptions options) => cell.AsJson
            ? KitbagJson.Deserialize<TOut>(KitbagJson.Serialize(value, options))
            : KitbagSerializer.Deserialize<TOut>(KitbagSerializer.Serialize(value));

        private enum JsonKeys
        {
            AsValues,
            Refused,
            Read,
        }

        private sealed record Sample(TOld? Value, Func<TNew?, bool>? Check, KitbagErrorReason? Binary, KitbagErrorReason? Json)
        {
            public bool ExpectsNull { get; init; }

            public KitbagErrorReason? Text { get; init; }

            public Func<TNew?, bool>? JsonCheck { get; init; }
        }
    }
}
