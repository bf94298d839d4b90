using System.Linq;
using Xunit;

namespace Kitbag.Generator.Tests
{
    /// <summary>Tests classes that derive from classes of .NET: what these contain cannot be stored, so it is reported.</summary>
    public class PlatformStateTests
    {
        private const string Usings = "using Kitbag; using System; using System.Diagnostics; using System.Collections.Generic; ";

        [Theory]
        [InlineData("class World : Exception { public int Code { get; set; } }", "Exception", "no stored member contains its 'Message'")]
        [InlineData("class Base : InvalidOperationException { public Base(string text) : base(text) { } public Base() { } } "
            + "class World : Base { public int Code { get; set; } }", "InvalidOperationException",
            "no stored member contains its 'Message'")]
        [InlineData("class World : Stopwatch { public int Laps; }", "Stopwatch",
            "no stored member contains its 'Elapsed', 'ElapsedMilliseconds', 'ElapsedTicks'")]
        [InlineData("class World : Random { public int Rolls; }", "Random", "private")]
        public void State_of_a_base_class_is_reported(string source, string platform, string reason)
        {
            string message = Assert.Single(Messages(source));
            string owner = source.StartsWith("class Base") ? "Base" : "World";
            Assert.Equal("'" + owner + ".base' is not stored: it is the state of '" + platform + "', a class of .NET, and " + reason
                + ". Do not derive from this class, or write a [KitbagSurrogate]", message);
        }

        [Theory]
        [InlineData("class World : Exception { public World(string message) : base(message) { } public int Code { get; set; } }")]
        [InlineData("class World : Exception { public override string Message => \"Code \" + Code; public int Code { get; set; } }")]
        [InlineData("class World : UriBuilder { public int Visits; }")]
        [InlineData("class World : EventArgs { public int Turn; }")]
        [InlineData("class World : Attribute { public int Turn; }")]
        [InlineData("class World : MarshalByRefObject { public int Turn; }")]
        [InlineData("class World : Comparer<int> { public int Turn; public override int Compare(int a, int b) => a - b; }")]
        [InlineData("class World { public int Turn; } class Later : World { public int X; }")]
        public void Other_base_classes_are_not_reported(string source) => Assert.Equal("", string.Join("\n", Messages(source)));

        private static string[] Messages(string source) => Harness.Diagnose(Usings + source
            + "static class Program { static void Run(World w) => KitbagSerializer.Serialize(w); }")
            .Select(d => d.GetMessage()).ToArray();
    }
}
