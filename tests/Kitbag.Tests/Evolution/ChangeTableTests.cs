using System;
using System.Collections.Generic;
using System.Linq;
using Xunit;

namespace Kitbag.Tests.Evolution
{
    /// <summary>
    /// Which changes of a type survive: docs/evolution.md as a test. Each row is a change in one direction; its values are read
    /// at the root, in members of classes, structs and records, in their lists, keys and values of dictionaries and in cases of a base,
    /// in rows and in columns. Each cell has an expected value or a reason why there is none.
    /// </summary>
    public partial class ChangeTableTests
    {
        private const KitbagErrorReason OutOfRange = KitbagErrorReason.OutOfRange, Mismatch = KitbagErrorReason.SchemaMismatch;

        private static readonly Lazy<Change[]> s_rows = new Lazy<Change[]>(() => s_values.Concat(s_types).ToArray());

        [Fact]
        public void A_number_that_is_a_string_in_json_is_a_list_of_one()
        {
            var options = new KitbagJsonOptions { NonFinite = KitbagJsonNonFinite.AsStrings };
            Assert.Equal(new[] { double.NaN }, KitbagJson.Deserialize<List<double>>(KitbagJson.Serialize(double.NaN, options), options));
            Assert.Throws<KitbagException>(() => KitbagJson.Deserialize<List<double>>("\"NaN\""));
        }

        // A method: the generator finds roots in calls.
        private static Change<TOld, TNew> Row<[KitbagRoot] TOld, [KitbagRoot] TNew>(string name) => new Change<TOld, TNew>(name);

        private static Func<List<int>?, bool> Is(int value) => v => v!.Single() == value;

        public static IEnumerable<object[]> Rows() =>
            s_rows.Value.SelectMany(r => new[] { new object[] { r.Name, false }, new object[] { r.Name, true } });

        [Theory]
        [MemberData(nameof(Rows))]
        public void A_change(string change, bool asJson)
        {
            Change row = s_rows.Value.Single(r => r.Name == change);
            string[] failures = Cell.All.Where(c => c.AsJson == asJson).Select(cell => Failure(row, cell)).Where(f => f.Length != 0)
                .ToArray();
            Assert.True(failures.Length == 0, string.Join(Environment.NewLine, failures));
        }

        [Fact]
        public void Every_row_has_its_other_direction()
        {
            var directions = new HashSet<(Type, Type)>(s_rows.Value.Select(r => (r.Old, r.New)));
            Assert.Equal("", string.Join(", ", s_rows.Value.Where(r => !directions.Contains((r.New, r.Old))).Select(r => r.Name)));
        }

        [Fact]
        public void The_table_has_all_places()
        {
            // Six places, three holders, rows and columns, binary and JSON; and the value that is the document itself.
            Assert.Equal(((6 * 3) + 1) * 2 * 2, Cell.All.Distinct().Count());
            Assert.Equal(s_rows.Value.Length, s_rows.Value.Select(r => r.Name).Distinct().Count());
        }

        [Fact]
        public void A_cell_without_a_value_or_a_reason_is_empty()
        {
            Change row = Row<int?, int?>("null, which is no key").Reads(null, (int?)null);
            Assert.NotEqual("", Failure(row, new Cell(Place.MapKey, Holder.Class, false, false)));
            Assert.Equal("", Failure(row, new Cell(Place.MapValue, Holder.Class, false, false)));
            Assert.Equal("", Failure(row, new Cell(Place.UnionCase, Holder.Struct, false, false)));
        }

        // Returns why a cell fails, or an empty string; a cell without a value or a reason fails.
        private static string Failure(Change row, Cell cell)
        {
            try
            {
                return row.Check(cell).Length != 0 ? "" : row.Name + ", " + cell + ": neither a value nor a reason why there is none";
            }
            catch (Exception e)
            {
                return e is Xunit.Sdk.XunitException ? e.Message : row.Name + ", " + cell + ": " + e;
            }
        }
    }
}
