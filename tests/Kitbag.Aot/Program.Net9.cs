using System;
using System.Collections.Generic;
using System.Linq;

namespace Kitbag.Aot
{
    /// <content>Private members of generic types. The list of cases cannot contain them, because it is built for .NET 8.</content>
    public static partial class Program
    {
        static partial void TryGenericTypes(ref int failed)
        {
            var value = new Holder
            {
                Text = Kept<string>.Of("a", 1),
                Number = Kept<int>.Of(2, 3),
                Pairs = new List<Kept<KeyValuePair<int, string>>.Part<Guid>> {
                    Kept<KeyValuePair<int, string>>.Part<Guid>.Of(new KeyValuePair<int, string>(4, "b"), Guid.Empty) },
            };
            Holder? binary = KitbagSerializer.Deserialize<Holder>(KitbagSerializer.Serialize(value));
            Holder? json = KitbagJson.Deserialize<Holder>(KitbagJson.Serialize(value));
            if (binary?.ToString() == value.ToString() && json?.ToString() == value.ToString())
                return;
            failed++;
            Console.Error.WriteLine("private members of generic types: " + value + ", read as " + binary + " and " + json);
        }
    }

    public class Holder
    {
        public Kept<string>? Text { get; set; }

        public Kept<int>? Number { get; set; }

        public List<Kept<KeyValuePair<int, string>>.Part<Guid>>? Pairs { get; set; }

        public override string ToString() =>
            Text + " " + Number + " " + string.Join(", ",
            (Pairs ?? new List<Kept<KeyValuePair<int, string>>.Part<Guid>>()).Select(part => part.ToString()));
    }

    public class Kept<T>
    {
        [KitbagInclude]
        private readonly int _count;

        private Kept(int count)
        {
            _count = count;
        }

        public T? Value { get; private set; }

        public static Kept<T> Of(T value, int count) => new Kept<T>(count) { Value = value };

        public override string ToString() => Value + "/" + _count;

        public readonly struct Part<TId>
            where TId : struct
        {
            private Part(T? value, TId id)
            {
                Value = value;
                Id = id;
            }

            public T? Value { get; private init; }

            public TId Id { get; private init; }

            public static Part<TId> Of(T value, TId id) => new Part<TId>(value, id);

            public override string ToString() => Value + "/" + Id;
        }
    }
}
