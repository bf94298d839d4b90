using System.Linq;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Xunit;

namespace Kitbag.Generator.Tests
{
    /// <summary>A class that cannot be stored does not prevent the code for its base classes.</summary>
    public class LeftOutOfUnionTests
    {
        private const string Messages = @"
public interface IMessage { }
public abstract class Message : IMessage { public string? Text { get; set; } }
public class Info : Message { public int Level { get; set; } }
";

        private const string Program = @"
public static class Program {
    static string Fail(System.Action write) {
        try { write(); return """"; } catch (Kitbag.KitbagException e) { return e.Reason + e.Message; } }
    public static object?[] Run() => new object?[] {
        3, ((Info)Tool.Again<Message>(new Info { Level = 3 })).Level,
        4, ((Info)Tool.Again<IMessage>(new Info { Level = 4 })).Level,
        true, Fail(() => Tool.Again<Message>(new ErrorMessage(""x""))) is { } text && text.StartsWith(""NotSupported"")
            && text.Contains(""'ErrorMessage'"") }; }
public static class Tool { public static T Again<[Kitbag.KitbagRoot] T>(T value) =>
    Kitbag.KitbagSerializer.Deserialize<T>(Kitbag.KitbagSerializer.Serialize(
        Kitbag.KitbagJson.Deserialize<T>(Kitbag.KitbagJson.Serialize(value)))); }
";

        // Classes that refer to their base and to each other before a class that cannot be stored is found.
        [Theory]
        [InlineData("public class Awful : Message { public Message? Inner; public ErrorMessage? Error; public List<ErrorMessage>? All; "
            + "public Awful(string problem) { Text = problem.Trim(); } }", "")]
        [InlineData("", "public class Unread : Message { public Message? Inner; public Info? Info; public IMessage[]? All; }")]
        public void Other_classes_that_reach_themselves_are_stored(string left, string more)
        {
            string source = "using System.Collections.Generic; " + Messages + more + left
                + "public class ErrorMessage : Message { public Message? Up; public ErrorMessage(string problem) { Text = "
                    + "problem.Trim(); } }"
                + Program;
            CSharpCompilation compilation = Harness.Compile(source);
            Diagnostic[] diagnostics = Harness.Diagnose(compilation, out Compilation output).ToArray();
            Assert.All(diagnostics, diagnostic => Assert.Equal("KIT0028", diagnostic.Id));
            Assert.Contains("ErrorMessage", diagnostics.Select(Harness.TextAt));
            Harness.Run(Harness.Emit(compilation, output));
        }

        [Theory]
        [InlineData("public class ErrorMessage : Message { public ErrorMessage(string problem) { Text = problem.Trim(); } }",
            "no member has the name of the parameter 'problem'")]
        [InlineData("public class ErrorMessage : Message, System.Collections.Generic.IEnumerable<int> { private int _x; public "
            + "ErrorMessage(string problem) { } public System.Collections.Generic.IEnumerator<int> GetEnumerator() { yield break; } "
            + "System.Collections.IEnumerator System.Collections.IEnumerable.GetEnumerator() => GetEnumerator(); }",
            "a collection that nothing can populate")]
        public void Other_classes_are_stored(string left, string why)
        {
            CSharpCompilation compilation = Harness.Compile(Messages + left + Program);
            Diagnostic[] diagnostics = Harness.Diagnose(compilation, out Compilation output).ToArray();
            Assert.Equal(2, diagnostics.Length);
            Assert.All(diagnostics, diagnostic =>
            {
                Assert.Equal(("KIT0028", "ErrorMessage", DiagnosticSeverity.Warning),
                    (diagnostic.Id, Harness.TextAt(diagnostic), diagnostic.Severity));
                Assert.Contains(why, diagnostic.GetMessage(null));
                Assert.EndsWith("mark the class with [KitbagIgnore]", diagnostic.GetMessage(null));
            });
            Assert.Contains("'ErrorMessage' cannot be stored where 'Message' is declared, so writing one there fails: ",
                string.Join("\n", diagnostics.Select(d => d.GetMessage(null))));
            Harness.Run(Harness.Emit(compilation, output));
        }

        [Fact]
        public void A_class_with_KitbagIgnore_is_not_reported() => Harness.Run(Harness.Build(Harness.Compile(
            Messages + "[Kitbag.KitbagIgnore] public class ErrorMessage : Message { public ErrorMessage(string problem) { Text = "
                + "problem.Trim(); } }" + Program)));

        // Generated code cannot name these classes.
        [Theory]
        [InlineData("Message", "public class Box { private sealed class ErrorMessage : Message { } }")]
        [InlineData("Message", "public class Box { protected sealed class ErrorMessage : Message { } }")]
        [InlineData("Message", "public class Box { private class Inner { public class ErrorMessage : Message { } } }")]
        [InlineData("Message", "public class Box { private class ErrorMessage<T> : Message { } }")]
        [InlineData("IMessage", "public class Box { private struct ErrorMessage : IMessage { } }")]
        [InlineData("Info", "public class Box { private class ErrorMessage : Info { } }")]
        public void Classes_that_are_not_accessible_are_reported(string root, string left)
        {
            Diagnostic diagnostic = Assert.Single(Harness.Diagnose(Messages + left
                + "\npublic static class Program { public static void Run() => Kitbag.KitbagSerializer.Serialize<" + root + ">(null!); }"));
            Assert.Equal(("KIT0028", "ErrorMessage", DiagnosticSeverity.Warning),
                (diagnostic.Id, Harness.TextAt(diagnostic), diagnostic.Severity));
            Assert.Contains("cannot be stored where '" + root + "' is declared, so writing one there fails: generated code cannot "
                + "name it; make it and its containing types public or internal", diagnostic.GetMessage(null));
        }

        [Theory]
        [InlineData("Message", "public class Box { [Kitbag.KitbagIgnore] private sealed class ErrorMessage : Message { } }")]
        [InlineData("Message", "public class Box { private abstract class ErrorMessage : Message { } }")]
        [InlineData("IMessage<int>", "public interface IMessage<T> { } public class Fine : IMessage<int> { } "
            + "public class Box { private class ErrorMessage : IMessage<string> { } }")]
        public void Classes_that_are_not_accessible_and_never_stored(string root, string left) => Assert.Empty(Harness.Diagnose(Messages
            + left + "\npublic static class Program { public static void Run() { Kitbag.KitbagSerializer.Serialize<" + root
            + ">(null!); } }"));

        // If the class is a root, or the only class below a base, or if the problem is in a member, it is still an error.
        [Theory]
        [InlineData("KIT0005", "ErrorMessage",
            "public abstract class Message { } public class ErrorMessage : Message { public string? Text; public ErrorMessage(string "
            + "problem) { Text = problem.Trim(); } } public class World { public Message? A; }")]
        [InlineData("KIT0005", "ErrorMessage",
            "public class Message { public int X; } public class ErrorMessage : Message { public string? Text; public "
            + "ErrorMessage(string problem) { Text = problem.Trim(); } } public class World { public ErrorMessage? A; }")]
        [InlineData("KIT0005", "Message",
            "public class Message { public string? Text; public Message(string problem) { Text = problem.Trim(); } } public class Info "
            + ": Message { public Info() : base(\"\") { } } public class World { public Message? A; }")]
        [InlineData("KIT0001", "Stream",
            "public abstract class Message { } public class Info : Message { } public class ErrorMessage : Message { public "
            + "System.IO.Stream? Stream; } public class World { public Message? A; }")]
        public void Cases_that_remain_errors(string id, string at, string source)
        {
            Diagnostic diagnostic = Assert.Single(Harness.Diagnose(source
                + "\npublic static class Program { public static void Run() { Kitbag.KitbagSerializer.Serialize(new World()); } }"));
            Assert.Equal((id, at), (diagnostic.Id, Harness.TextAt(diagnostic)));
        }
    }
}
