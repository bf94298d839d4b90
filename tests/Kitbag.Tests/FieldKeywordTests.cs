using System;
using Xunit;

namespace Kitbag.Tests
{
    /// <summary>Setters with a body that use the field of the compiler (<c>field</c>) are setters with code.</summary>
    public class FieldKeywordTests
    {
        public sealed class Clamped
        {
            public int Health
            {
                get;
                set => field = Math.Min(value, Maximum);
            }

            public int Maximum { get; set; } = 100;

            public string? Name
            {
                get;
                set
                {
                    field = value;
                    Changes = 0;
                }
            }

            public int Changes { get; set; }
        }

        [Fact]
        public void What_they_use_and_set_keeps_its_value()
        {
            var value = new Clamped { Maximum = 500, Health = 400, Name = "n", Changes = 7 };
            foreach (Clamped read in new[]
            {
                KitbagSerializer.Deserialize<Clamped>(KitbagSerializer.Serialize(value)),
                KitbagJson.Deserialize<Clamped>(KitbagJson.Serialize(value)),
                KitbagJson.Deserialize<Clamped>("""{"Name":"n","Health":400,"Changes":7,"Maximum":500}"""),
            })
                Assert.Equal((500, 400, "n", 7), (read.Maximum, read.Health, read.Name, read.Changes));
        }
    }
}
