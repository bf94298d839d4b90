using Xunit;

namespace Kitbag.Generator.Tests
{
    /// <summary>When a row is read, objects may be created first only if that runs no code of the program.</summary>
    public class CreatedFirstTests
    {
        [Fact]
        public void An_initializer_with_code_runs_only_for_a_complete_row() => Harness.RoundTrip(@"
using System; using Kitbag;
public sealed class Loud
{
    public static int Made;
    [KitbagIgnore] public int Number = ++Made;
    public int Id { get; set; }
    public string? Name { get; set; }
}
public static class Program
{
    public static object?[] Run()
    {
        byte[] body = KitbagSerializer.Serialize(new Loud { Id = 1000000, Name = ""abc"" }, KitbagOptions.Bare);
        Loud.Made = 0;
        int failed = 0;
        for (int length = 1; length < body.Length; length++)
        {
            try { KitbagSerializer.Deserialize<Loud>(body.AsSpan(0, length), KitbagOptions.Bare); }
            catch (KitbagException) { failed++; }
        }
        return new object?[] { (body.Length - 1) + "" 0"", failed + "" "" + Loud.Made };
    }
}");
    }
}
