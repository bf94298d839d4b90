using System;
using System.Collections.Generic;
using System.Globalization;
using System.Linq;
using Xunit;

#pragma warning disable CS8714 // keys that may be null are not read

namespace Kitbag.Tests.Evolution
{
    /// <summary>A change of a type: some values of the old one, and of each what it is as the new one or why it is refused.</summary>
    public abstract class Change
    {
        protected Change(string name)
        {
            Name = name;
        }

        public string Name { get; }

        public abstract void Check(bool asJson);
    }

    /// <typeparam name="TOld">The old type.</typeparam>
    /// <typeparam name="TNew">The new type.</typeparam>
    public sealed class Change<[KitbagRoot] TOld, [KitbagRoot] TNew> : Change
    {
        private readonly List<Cell> _cells = new List<Cell>();
        private readonly bool _hasKeys;

        /// <param name="name">What changes.</param>
        /// <param name="hasKeys">Whether both types can be keys: they have no null, and equal values are equal.</param>
        public Change(string name, bool hasKeys = false)
            : base(name)
        {
            _hasKeys = hasKeys;
        }

        /// <summary>A value is read as another one in every place.</summary>
        public Change<TOld, TNew> Reads(TOld? value, TNew? expected) => Reads(value, v => EqualityComparer<TNew>.Default.Equals(v!, expected!));

        /// <summary>A value is read as one that passes a check.</summary>
        public Change<TOld, TNew> Reads(TOld? value, Func<TNew?, bool> check) => Add(new Cell(value, check, null, null));

        /// <summary>A value is refused in every place.</summary>
        public Change<TOld, TNew> Refuses(TOld? value, KitbagErrorReason reason = KitbagErrorReason.SchemaMismatch, KitbagErrorReason? inJson = null) =>
            Add(new Cell(value, null, reason, inJson ?? reason));

        /// <summary>A value is refused in binary documents, which know what was written, and read from JSON.</summary>
        public Change<TOld, TNew> ReadsJsonOnly(TOld? value, Func<TNew?, bool> check, KitbagErrorReason reason = KitbagErrorReason.SchemaMismatch) =>
            Add(new Cell(value, check, reason, null));

        /// <summary>The value that was added last is refused where it is the whole of a JSON text.</summary>
        public Change<TOld, TNew> ButNotAsJsonText()
        {
            _cells[_cells.Count - 1] = _cells[_cells.Count - 1] with { Text = KitbagErrorReason.SchemaMismatch };
            return this;
        }

        private Change<TOld, TNew> Add(Cell cell)
        {
            _cells.Add(cell);
            return this;
        }

        public override void Check(bool asJson)
        {
            Assert.NotEmpty(_cells);
            foreach (Cell cell in _cells)
            {
                KitbagErrorReason? reason = asJson ? cell.Json : cell.Binary;
                CheckPlace(cell, asJson ? cell.Text ?? reason : reason, "", () => asJson ? KitbagJson.Deserialize<TNew>(KitbagJson.Serialize(cell.Value)) : KitbagSerializer.Deserialize<TNew>(KitbagSerializer.Serialize(cell.Value)));
                for (int i = 0; i < Everywhere<TOld>.Places.Length; i++)
                {
                    var old = new Everywhere<TOld>();
                    Everywhere<TOld>.Places[i].Put(old, cell.Value);
                    int place = i;
                    CheckPlace(cell, reason, Everywhere<TOld>.Places[i].Path, () => Everywhere<TNew>.Places[place].Take(Read(old, asJson)));
                }
                if (_hasKeys)
                    CheckPlace(cell, reason, ".Map", () => ReadKeys(new Keys<TOld> { Map = new Dictionary<TOld, int> { [cell.Value!] = 1 } }, asJson).Map!.Keys.Single());
            }
        }

        private static Everywhere<TNew> Read(Everywhere<TOld> old, bool asJson) => asJson
            ? KitbagJson.Deserialize<Everywhere<TNew>>(KitbagJson.Serialize(old))
            : KitbagSerializer.Deserialize<Everywhere<TNew>>(KitbagSerializer.Serialize(old));

        private static Keys<TNew> ReadKeys(Keys<TOld> old, bool asJson) => asJson
            ? KitbagJson.Deserialize<Keys<TNew>>(KitbagJson.Serialize(old))
            : KitbagSerializer.Deserialize<Keys<TNew>>(KitbagSerializer.Serialize(old));

        private void CheckPlace(Cell cell, KitbagErrorReason? reason, string path, Func<TNew?> read)
        {
            string name = Name + ", value " + _cells.IndexOf(cell).ToString(CultureInfo.InvariantCulture) + " at '" + path + "': ";
            TNew? value;
            try
            {
                value = read();
            }
            catch (KitbagException e)
            {
                Assert.True(reason == e.Reason, name + e.Message);
                // A type that cannot be read is refused at the first member that has it, whichever holds a value.
                Assert.True(e.Message.Contains("this program's type", StringComparison.Ordinal) || e.Path.Contains(path, StringComparison.Ordinal), name + e.Message);
                return;
            }
            Assert.True(reason == null, name + "read, expected " + reason);
            Assert.True(cell.Check!(value), name + "found " + value);
        }

        private sealed record Cell(TOld? Value, Func<TNew?, bool>? Check, KitbagErrorReason? Binary, KitbagErrorReason? Json, KitbagErrorReason? Text = null);
    }
}
