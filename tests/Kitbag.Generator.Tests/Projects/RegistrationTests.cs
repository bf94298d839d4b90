using System;
using System.Collections.Generic;
using System.Linq;
using System.Reflection;
using System.Runtime.Loader;
using System.Threading;
using Kitbag.CompilerServices;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Xunit;

namespace Kitbag.Generator.Tests
{
    /// <summary>
    /// Tests the registration of an assembly's codecs, which happens when it is loaded, or by a call if the runtime does not support that.
    /// </summary>
    public class RegistrationTests
    {
        private const string Game = @"
public class World { public int A; }
public static class Program
{
    public static int Run() => Kitbag.KitbagSerializer.Deserialize<World>(Kitbag.KitbagSerializer.Serialize(new World { A = 7 })).A;
    public static byte[] ByType() => Kitbag.KitbagSerializer.Serialize(typeof(World), new World());
    public static void Register() => Kitbag.KitbagGenerated.Register();
}";

        // The generator contains the type, too.
        private static readonly int s_version = (int)typeof(CodecRegistry).Assembly.GetType("Kitbag.CompilerServices.GeneratorContract")!
            .GetField("Version")!.GetRawConstantValue()!;

        [Fact]
        public void By_call_where_module_initializers_do_not_run()
        {
            Type program = Load("Unregistered", ("[global::System.Runtime.CompilerServices.ModuleInitializer]", ""));
            var e = Assert.Throws<KitbagException>(() => Call(program, "Run"));
            Assert.Equal(KitbagErrorReason.NotSupported, e.Reason);
            Assert.Contains("call KitbagGenerated.Register() of that assembly first", e.Message);

            // Any thread may call it any number of times, and finds the codecs afterwards.
            object?[] results = new object?[8];
            Thread[] threads = results.Select((_, i) => new Thread(() =>
            {
                Call(program, "Register");
                results[i] = Call(program, "Run");
            })).ToArray();
            foreach (Thread thread in threads)
                thread.Start();
            foreach (Thread thread in threads)
                thread.Join();
            Assert.All(results, result => Assert.Equal(7, result));
        }

        [Fact]
        public void Registered_once()
        {
            int asked = 0;
            Codecs.Codec? Find(Type type, bool json)
            {
                asked += type == typeof(RegistrationTests) ? 1 : 0;
                return null;
            }
            CodecFinder find = Find;
            CodecRegistry.Add(s_version, "Once", find);
            CodecRegistry.Add(s_version, "Once", find);
            Assert.Throws<KitbagException>(() => CodecRegistry.Find(typeof(RegistrationTests)));
            // Once before the module initializers have run, and once afterwards.
            Assert.Equal(2, asked);
        }

        /// <summary>
        /// Code that was generated for another version of Kitbag is not run, because it may call methods that do not exist.
        /// </summary>
        [Theory]
        [InlineData(-1)]
        [InlineData(1)]
        public void Another_contract_version_is_reported(int difference)
        {
            int other = s_version + difference;
            string name = "Contract" + other;
            Type program = Load(name, ("Add(" + s_version + ", ", "Add(" + other + ", "));
            Call(program, "Register");
            foreach (string method in new[] { "Run", "ByType" })
            {
                var e = Assert.Throws<KitbagException>(() => Call(program, method));
                Assert.Equal(KitbagErrorReason.NotSupported, e.Reason);
                Assert.Equal("There is no codec for 'World', and the codecs of '" + name
                    + "' cannot be used: they were generated for version " + other
                    + " of the contract between generated code and Kitbag, and the Kitbag.dll that is loaded has version "
                    + s_version + ". Rebuild '" + name + "' with this Kitbag.", e.Message);
            }
        }

        /// <summary>Unity has no module initializers, but attributes of its own, for players and for its editor.</summary>
        [Fact]
        public void Unity_calls_it_because_of_attributes()
        {
            const string Unity = @"
namespace UnityEngine
{
    public enum RuntimeInitializeLoadType { AfterSceneLoad, BeforeSceneLoad, AfterAssembliesLoaded, BeforeSplashScreen,
        SubsystemRegistration }
    public sealed class RuntimeInitializeOnLoadMethodAttribute
        : System.Attribute { public RuntimeInitializeOnLoadMethodAttribute(RuntimeInitializeLoadType type) { } }
}
namespace UnityEditor { public sealed class InitializeOnLoadMethodAttribute : System.Attribute { } }";
            MethodInfo register = Load("InUnity", ("", ""), Unity).Assembly.GetType("Kitbag.KitbagGenerated")!
                .GetMethod("Register", BindingFlags.NonPublic | BindingFlags.Static)!;
            CustomAttributeData[] attributes = register.GetCustomAttributesData()
                .OrderBy(a => a.AttributeType.FullName, StringComparer.Ordinal).ToArray();
            Assert.Equal(new[] { "System.Runtime.CompilerServices.ModuleInitializerAttribute",
                "UnityEditor.InitializeOnLoadMethodAttribute", "UnityEngine.RuntimeInitializeOnLoadMethodAttribute" },
                attributes.Select(a => a.AttributeType.FullName));
            Assert.Equal(4, attributes[2].ConstructorArguments[0].Value);
        }

        /// <summary>
        /// Three assemblies have a codec for the same root, each with the types that it knows. The codec of the program knows all types,
        /// and is used even if a library's code runs first.
        /// </summary>
        [Theory]
        [InlineData("A", "B", "C")]
        [InlineData("C", "B", "A")]
        [InlineData("B", "C", "A")]
        [InlineData("A", "C", "B")]
        public void The_codec_of_the_assembly_that_references_the_others_is_used(string first, string second, string third)
        {
            const string Code = @"
public static class UseX
{
    public static byte[] Write(object[] values)
    {
        var list = new System.Collections.Generic.List<IThing>();
        foreach (object value in values) list.Add((IThing)value);
        Kitbag.KitbagJson.Serialize(list);
        return Kitbag.KitbagSerializer.Serialize(list);
    }
    public static byte[] ByType(object[] values)
    {
        var list = new System.Collections.Generic.List<IThing>();
        foreach (object value in values) list.Add((IThing)value);
        return Kitbag.KitbagSerializer.Serialize(typeof(System.Collections.Generic.List<IThing>), list);
    }
    public static object[] Made() => new object[] { MADE };
}";
            string Source(string name, string made, string more) => Code.Replace("UseX", "Use" + name, StringComparison.Ordinal)
                .Replace("MADE", made, StringComparison.Ordinal) + more;
            byte[] a = Harness.Build(Harness.Compile(Source("A", "new InA()", "public interface IThing { } public class InA : IThing { }"),
                "RankA"));
            MetadataReference toA = MetadataReference.CreateFromImage(a);
            byte[] b = Harness.Build(Harness.Compile(Source("B", "new InB()", "public class InB : IThing { }"), "RankB", references: toA));
            byte[] c = Harness.Build(Harness.Compile(
                Source("C", "new InA(), new InB(), new InC()", "public class InC : IThing { }"), "RankC",
                references: new[] { toA, MetadataReference.CreateFromImage(b) }));
            var context = new AssemblyLoadContext("Ranks");
            context.LoadFromAssemblyPath(typeof(KitbagSerializer).Assembly.Location);
            var uses = new Dictionary<string, Type>();
            foreach ((string name, byte[] image) in new[] { ("A", a), ("B", b), ("C", c) })
                uses[name] = context.LoadFromStream(new System.IO.MemoryStream(image)).GetType("Use" + name)!;
            object? made = null;
            foreach (string name in new[] { first, second, third })
            {
                object?[] own = { uses[name].GetMethod("Made")!.Invoke(null, null) };
                made = name == "C" ? own[0] : made;
                uses[name].GetMethod("Write")!.Invoke(null, own);
                uses[name].GetMethod("ByType")!.Invoke(null, own);
            }
            foreach (Type use in uses.Values)
            {
                Assert.NotEmpty((byte[])use.GetMethod("Write")!.Invoke(null, new[] { made })!);
                Assert.NotEmpty((byte[])use.GetMethod("ByType")!.Invoke(null, new[] { made })!);
            }
        }

        // Compiles with a replacement in the generated code, and loads the result.
        private static Type Load(string name, (string From, string To) change, string more = "")
        {
            CSharpCompilation compilation = Harness.Compile(Game + more, name);
            Assert.Empty(Harness.Diagnose(compilation, out Compilation output));
            if (change.From.Length != 0)
            {
                SyntaxTree[] trees = output.SyntaxTrees.Where(t => t.FilePath.EndsWith(".g.cs", StringComparison.Ordinal)
                    && t.ToString().Contains(change.From, StringComparison.Ordinal)).ToArray();
                Assert.Contains(trees, t => t.FilePath.EndsWith("Kitbag.Registration.g.cs", StringComparison.Ordinal));
                foreach (SyntaxTree tree in trees)
                {
                    output = output.ReplaceSyntaxTree(tree,
                        CSharpSyntaxTree.ParseText(tree.ToString().Replace(change.From, change.To, StringComparison.Ordinal),
                        (CSharpParseOptions)tree.Options, tree.FilePath));
                }
            }
            return Assembly.Load(Harness.Emit(compilation, output)).GetType("Program")!;
        }

        private static object? Call(Type program, string method)
        {
            try
            {
                return program.GetMethod(method)!.Invoke(null, null);
            }
            catch (TargetInvocationException e)
            {
                System.Runtime.ExceptionServices.ExceptionDispatchInfo.Throw(e.InnerException!);
                throw;
            }
        }
    }
}
