using System.Reflection;
using Xunit;

namespace Kitbag.Generator.Tests
{
    /// <summary>Tests former names of generic classes whose closed forms are concrete types of a union.</summary>
    public class FormerFormsTests
    {
        private const string Program = @"
public abstract class Box { }
public static class Program
{
    private static Box?[] Make() => new Box?[] { new NAME<int> { X = 3 }, new NAME<string> { X = ""a"" } };
    public static byte[] Write() => Kitbag.KitbagSerializer.Serialize(Make());
    public static string WriteJson() => Kitbag.KitbagJson.Serialize(Make());
    public static string Read(byte[] document) => Show(Kitbag.KitbagSerializer.Deserialize<Box?[]>(document)!);
    public static string ReadJson(string text) => Show(Kitbag.KitbagJson.Deserialize<Box?[]>(text)!);
    private static string Show(Box?[] all) => ((NAME<int>)all[0]!).X + ((NAME<string>)all[1]!).X;
}
";

        [Theory]
        [InlineData("[Kitbag.KitbagFormerName(\"Chest\")]")]
        [InlineData("[Kitbag.KitbagFormerName(\"Chest<int>\"), Kitbag.KitbagFormerName(\"Chest<string>\")]")]
        public void Apply_to_each_form(string attribute)
        {
            Assembly before = Load("public class Chest<T> : Box { public T? X { get; set; } }", "Chest");
            Assembly after = Load(attribute + " public class Crate<T> : Box { public T? X { get; set; } }", "Crate");
            Assert.Equal("3a", Call(after, "Read", Call(before, "Write")));
            Assert.Equal("3a", Call(after, "ReadJson", Call(before, "WriteJson")));
            Assert.Equal("3a", Call(after, "Read", Call(after, "Write")));
        }

        private static Assembly Load(string type, string name) =>
            Assembly.Load(Harness.Build(Harness.Compile(Program.Replace("NAME", name) + type)));

        private static object Call(Assembly assembly, string method, params object[] arguments) =>
            assembly.GetType("Program")!.GetMethod(method)!.Invoke(null, arguments)!;
    }
}
