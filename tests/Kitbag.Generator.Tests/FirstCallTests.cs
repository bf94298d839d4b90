using System;
using System.Linq;
using System.Reflection;
using Kitbag.Codecs;
using Kitbag.CompilerServices;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Xunit;

namespace Kitbag.Generator.Tests
{
    /// <summary>Documents of a program's own types are written and read without creating schemas.</summary>
    public class FirstCallTests
    {
        private const string Ship = @"
using System;
using System.Collections.Generic;
using Kitbag;
public enum BunkKind { None, Upper, Lower = 7 }
public struct BunkSpot { public int X, Y; }
public class Bunk
{
    public BunkKind Kind; public BunkSpot Spot; public int? Deck; public int[]? Numbers; public Uri? Link;
    public Dictionary<int, string> Tags = new Dictionary<int, string> { [3] = ""c"" };
}
public class Cabin
{
    public List<Bunk> Bunks = new List<Bunk>();
    public Dictionary<string, Bunk> ByName = new Dictionary<string, Bunk>();
    public Dictionary<int, string> ById = new Dictionary<int, string>();
    public HashSet<Uri> Links = new HashSet<Uri>();
}
public static class Program
{
    public static int Run()
    {
        var value = new Cabin();
        value.ByName.Add(""a"", new Bunk { Numbers = new[] { 1, 2 } });
        value.ById.Add(1, ""b"");
        value.Links.Add(new Uri(""http://x/""));
        for (int i = 0; i < 20; i++)
            value.Bunks.Add(new Bunk { Kind = BunkKind.Lower, Deck = i, Spot = new BunkSpot { X = i }, Link = new Uri(""http://y/"" + i) });
        int count = 0;
        foreach (KitbagSchemaMode mode in new[] { KitbagSchemaMode.Embedded, KitbagSchemaMode.Fingerprint, KitbagSchemaMode.Bare })
        {
            var options = new KitbagOptions { Schema = mode };
            count += KitbagSerializer.Deserialize<Cabin>(KitbagSerializer.Serialize(value, options), options)!.Bunks.Count;
            count += KitbagSerializer.Deserialize<List<Bunk>>(KitbagSerializer.Serialize(value.Bunks, options), options)!.Count;
        }
        return count;
    }
}";

        [Fact]
        public void No_schema_is_created()
        {
            CSharpCompilation compilation = Harness.Compile(Ship, "FirstCall");
            Assert.Empty(Harness.Diagnose(compilation, out Compilation output));
            Assembly program = Assembly.Load(Harness.Emit(compilation, output));
            Assert.Equal(120, program.GetType("Program")!.GetMethod("Run")!.Invoke(null, null));
            Codec[] codecs = program.GetTypes().SelectMany(type => new[] { type.GetField("Codec"), type.GetField("Numbers") })
                .OfType<FieldInfo>().Where(field => field.IsStatic).Select(field => (Codec)field.GetValue(null)!).ToArray();
            Assert.True(codecs.Length > 8);
            Assert.All(codecs, one => Assert.Null(SchemaOf(one)));

            // The schema is created when it is requested.
            Codec codec = CodecRegistry.Find(program.GetType("Cabin")!);
            Assert.Equal("Cabin", codec.Schema.Name);
            Assert.NotNull(SchemaOf(codec));
        }

        private static object? SchemaOf(Codec codec) =>
            typeof(Codec).GetField("_schema", BindingFlags.Instance | BindingFlags.NonPublic)!.GetValue(codec);
    }
}
