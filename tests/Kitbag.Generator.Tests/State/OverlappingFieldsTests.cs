using System;
using System.Linq;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Xunit;

namespace Kitbag.Generator.Tests
{
    /// <summary>
    /// Fields of an explicit layout that occupy the same bytes: assigning a struct also assigns its padding, which must not change the
    /// data of another field.
    /// </summary>
    public class OverlappingFieldsTests
    {
        private const string Types = "#pragma warning disable\nusing System; using System.Runtime.InteropServices; using Kitbag; "
            + "using F = System.Runtime.InteropServices.FieldOffsetAttribute; "
            + "public struct Mouse { public int Dx, Dy; public uint Data, Flags, Time; public long Extra; } "
            + "public struct Key { public ushort Code, Scan; public uint Flags, Time; public long Extra; } "
            + "public struct Tagged { public byte Tag; public int Value; } public struct Half { public byte Tag; public int Value; } "
            + "[StructLayout(LayoutKind.Sequential, Pack = 1)] public struct Packed { public byte Tag; public int Value; } "
            + "public struct Move { public byte Kind; public int Steps; } "
            + "public struct Jump { public ushort Kind, Height; public byte Power; public int Time; } "
            + "public struct Hidden { public int X; [KitbagIgnore] public int Y; } "
            + "[StructLayout(LayoutKind.Explicit)] public struct World { ";

        // The names decide the order in which members are read, unless one must be assigned before another.
        [Theory]
        [InlineData("[F(0)] public long A; [F(0)] public Tagged B;")]
        [InlineData("[F(0)] public Tagged B; [F(0)] public long A;")]
        [InlineData("[F(0)] public long B; [F(0)] public Tagged A;")]
        [InlineData("[F(0)] public long A; [F(0)] public Hidden B;")]
        [InlineData("[F(0)] public long A; [F(0)] public Tagged B; [F(0)] public double C; [F(8)] public string D;")]
        [InlineData("[F(0)] public Mouse M; [F(0)] public Key K; [F(0)] public long A; [F(8)] public long B; [F(16)] public long C;")]
        [InlineData("[F(0)] public long A; [F(0)] public Nullable<int> B;")]
        [InlineData("[F(0)] public long A; [F(0)] public (byte, int) B;")]
        public void Are_restored(string fields)
        {
            Harness.RoundTrip(Types + fields + " } public static class Program { public static object?[] Run() { "
                + "World one = default; unsafe { byte* at = (byte*)&one.A; "
                + "for (int i = 0; i < 8; i++) at[i] = (byte)(i == 0 ? 1 : 16 + i); } "
                + "return new object?[] { Show(one), Show(Tool.Again(one)), Show(one), Show(KitbagJson.Deserialize<World>("
                + "KitbagJson.Serialize(one))), Show(one), Show(KitbagSerializer.Deserialize<World[]>(KitbagSerializer.Serialize("
                + "new[] { one, one }))[1]) }; } static string Show(World w) { unsafe { return (*(long*)&w.A).ToString(\"x\"); } } }");
        }

        [Fact]
        public void Behind_properties_are_restored() => Harness.RoundTrip(Types + "[F(0)] Tagged _a; [F(1)] byte _b; "
            + "public Tagged B { get => _a; set => _a = value; } public byte A { get => _b; set => _b = value; } } "
            + "public static class Program { public static object?[] Run() { "
            + "World one = new World { B = new Tagged { Tag = 1, Value = 2 }, A = 9 }; return new object?[] { "
            + "(byte)9, Tool.Again(one).A, (byte)9, KitbagJson.Deserialize<World>(KitbagJson.Serialize(one)).A }; } }");

        // No order of assignments keeps the data of both.
        [Theory]
        [InlineData("K overwrites M", "[F(0)] public Mouse M; [F(0)] public Key K;")]
        [InlineData("Jump overwrites Move", "[F(0)] public Move Move; [F(0)] public Jump Jump;")]
        [InlineData("B overwrites A", "[F(0)] public (byte, int) A; [F(0)] public Tagged B;")]
        [InlineData("B overwrites A", "[F(0)] public Tagged A; [F(1)] public Tagged B;")]
        [InlineData("B overwrites A", "[F(0)] public (byte, int) A; [F(4)] public (byte, int) B;")]
        [InlineData("B overwrites A", "[F(0)] public (byte, DateTimeOffset) A; [F(16)] public Tagged B;")]
        public void Are_reported(string expected, string fields)
        {
            Diagnostic found = Assert.Single(Diagnose(fields));
            Assert.Equal(("KIT0054", DiagnosticSeverity.Warning), (found.Id, found.Severity));
            Assert.Equal(expected, Harness.TextAt(found) + " overwrites " + found.GetMessage(null).Split('\'')[3].Split('.').Last());
        }

        [Theory]
        [InlineData("[F(0)] public Tagged A; [F(0)] public Half B;")]
        [InlineData("[F(0)] public Tagged A; [F(8)] public Mouse B; [F(40)] public Tagged C;")]
        [InlineData("[F(0)] public Packed A; [F(0)] public long B; [F(0)] public Guid C; [F(0)] public decimal D;")]
        [InlineData("[F(0)] public Mouse A; [F(0)] [KitbagIgnore] public Key B;")]
        [InlineData("[F(0)] public DateTime A; [F(0)] public TimeSpan B; [F(0)] public bool C; [F(8)] public DateTimeOffset D;")]
        [InlineData("[F(0), KitbagIgnore] public Move Move; [F(0), KitbagIgnore] public Jump Jump; [F(0), KitbagInclude] long _first; "
            + "[F(8), KitbagInclude] int _second;")]
        // A private buffer of the same bytes, by which a matrix is indexed.
        [InlineData("[F(0)] F2 _m; [F(0)] public float A; [F(4)] public float B; unsafe struct F2 { public fixed float Data[2]; } public "
            + "unsafe float this[int i] { get { fixed (float* a = &A) return a[i]; } set { _m.Data[i] = value; } }")]
        [InlineData("[F(0)] unsafe fixed float _m[2]; [F(0)] public float A; [F(4)] public float B; public unsafe void Set(int i, float "
            + "value) => _m[i] = value;")]
        // Further structs at the next offset.
        [InlineData("[F(0)] public (byte, int) A; [F(0)] public long B; [F(8)] public (byte, int) C; [F(8)] public long D;")]
        [InlineData("[F(0)] public DateTimeOffset A; [F(0)] public Guid B; [F(16)] public DateTimeOffset C; [F(16)] public Guid D;")]
        [InlineData("[F(0)] public System.Collections.Generic.KeyValuePair<byte, int> A; [F(0)] public long B; [F(8)] public "
            + "System.Collections.Generic.KeyValuePair<byte, int> C; [F(8)] public long D;")]
        [InlineData("[F(0)] public Index A; [F(0)] public Range B; [F(0)] public System.Text.Rune C; [F(0)] public DayOfWeek D; [F(0)] "
            + "public DateOnly E; [F(0)] public TimeOnly F; [F(0)] public System.Numerics.Complex G; [F(0)] public Int128 H; [F(0)] "
            + "public UInt128 I; [F(0)] public System.Half J;")]
        [InlineData("[F(0)] public System.Numerics.Vector2 A; [F(0)] public System.Numerics.Vector3 B; [F(0)] public "
            + "System.Numerics.Vector4 C; [F(0)] public System.Numerics.Quaternion D; [F(0)] public System.Numerics.Matrix3x2 E; [F(0)] "
            + "public System.Numerics.Matrix4x4 F; [F(0)] public System.Numerics.Plane G;")]
        [InlineData("[F(0)] public IntPtr A; [F(0)] public Tagged B; [F(8)] public string C; [F(8)] public object D;")]
        public void Are_not_reported(string fields) => Assert.Empty(Diagnose(fields));

        private static Diagnostic[] Diagnose(string fields) => Harness.Diagnose(Harness.Compile(Types + fields + " } "
            + "public static class Program { public static void Run(World world) { KitbagSerializer.Serialize(world); } }",
            version: LanguageVersion.Preview), out _).ToArray();
    }
}
