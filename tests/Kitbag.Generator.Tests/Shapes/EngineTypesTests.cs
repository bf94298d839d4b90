using System.Linq;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Xunit;

namespace Kitbag.Generator.Tests
{
    /// <summary>
    /// Tests stubs of the mathematical structs of engines: their public members, and the relevant parts of how they store their state. Of
    /// the engines' own assemblies, only Silk.NET.Maths 2.23 was available, and was tested.
    /// </summary>
    public class EngineTypesTests
    {
        private const string Engines = @"
namespace Microsoft.Xna.Framework
{
    public struct Vector2 { public float X, Y; public static Vector2 Zero => default; }
    public struct Vector3 { public float X, Y, Z; public static Vector3 Up => new Vector3 { Y = 1 }; }
    public struct Vector4 { public float X, Y, Z, W; }
    public struct Quaternion { public float X, Y, Z, W; }
    public struct Point { public int X, Y; }
    public struct Plane { public float D; public Vector3 Normal; }
    public struct Ray { public Vector3 Direction, Position; }
    public struct BoundingBox { public const int CornerCount = 8; public Vector3 Max, Min; }
    public struct BoundingSphere { public Vector3 Center; public float Radius; }
    public struct Matrix
    {
        public float M11, M12, M13, M14, M21, M22, M23, M24, M31, M32, M33, M34, M41, M42, M43, M44;
        public Vector3 Translation
        { get => new Vector3 { X = M41, Y = M42, Z = M43 }; set { M41 = value.X; M42 = value.Y; M43 = value.Z; } }
    }
    public struct Rectangle
    {
        public int X, Y, Width, Height;
        public Point Location { get => new Point { X = X, Y = Y }; set { X = value.X; Y = value.Y; } }
    }
    public struct Color
    {
        private uint _packedValue;
        public Color(int r, int g, int b, int alpha) { _packedValue = unchecked((uint)(r | g << 8 | b << 16 | alpha << 24)); }
        public Color(uint packedValue) { _packedValue = packedValue; }
        public byte R { get => unchecked((byte)_packedValue); set => _packedValue = (_packedValue & 0xFFFFFF00) | value; }
        public byte G { get => unchecked((byte)(_packedValue >> 8));
            set => _packedValue = (_packedValue & 0xFFFF00FF) | (uint)value << 8; }
        public byte B { get => unchecked((byte)(_packedValue >> 16));
            set => _packedValue = (_packedValue & 0xFF00FFFF) | (uint)value << 16; }
        public byte A { get => unchecked((byte)(_packedValue >> 24));
            set => _packedValue = (_packedValue & 0x00FFFFFF) | (uint)value << 24; }
        public uint PackedValue { get => _packedValue; set => _packedValue = value; }
    }
    public enum CurveLoopType { Constant, Cycle }
    public enum CurveContinuity { Smooth, Step }
    public class CurveKey
    {
        public CurveKey(float position, float value) : this(position, value, 0, 0, CurveContinuity.Smooth) { }
        public CurveKey(float position, float value, float tangentIn, float tangentOut, CurveContinuity continuity)
        { Position = position; Value = value; TangentIn = tangentIn; TangentOut = tangentOut; Continuity = continuity; }
        public CurveContinuity Continuity { get; set; }
        public float Position { get; }
        public float TangentIn { get; set; }
        public float TangentOut { get; set; }
        public float Value { get; set; }
    }
    public class CurveKeyCollection : ICollection<CurveKey>
    {
        private readonly List<CurveKey> _keys = new List<CurveKey>();
        public int Count => _keys.Count;
        public bool IsReadOnly => false;
        public CurveKey this[int index] => _keys[index];
        public void Add(CurveKey item) => _keys.Add(item);
        public void Clear() => _keys.Clear();
        public bool Contains(CurveKey item) => _keys.Contains(item);
        public void CopyTo(CurveKey[] array, int index) => _keys.CopyTo(array, index);
        public bool Remove(CurveKey item) => _keys.Remove(item);
        public IEnumerator<CurveKey> GetEnumerator() => _keys.GetEnumerator();
        IEnumerator IEnumerable.GetEnumerator() => _keys.GetEnumerator();
    }
    public class Curve
    {
        public bool IsConstant => Keys.Count <= 1;
        public CurveKeyCollection Keys { get; } = new CurveKeyCollection();
        public CurveLoopType PostLoop { get; set; }
        public CurveLoopType PreLoop { get; set; }
    }
}
namespace Godot
{
    [StructLayout(LayoutKind.Sequential)] public struct Vector2
    { public float X, Y; public float this[int i] { get => X; set => X = value; } }
    [StructLayout(LayoutKind.Sequential)] public struct Vector3 { public float X, Y, Z; }
    [StructLayout(LayoutKind.Sequential)] public struct Vector2I { public int X, Y; }
    [StructLayout(LayoutKind.Sequential)] public struct Quaternion { public float X, Y, Z, W; }
    [StructLayout(LayoutKind.Sequential)] public struct Color
    { public float R, G, B, A; public int R8 { get => (int)(R * 255); set => R = value / 255f; } public float H { get => 0; set { } } }
    [StructLayout(LayoutKind.Sequential)] public struct Basis
    {
        public Vector3 Row0, Row1, Row2;
        public Vector3 Column0 { get => new Vector3 { X = Row0.X, Y = Row1.X, Z = Row2.X }; set { Row0.X = value.X; Row1.X = value.Y; } }
    }
    [StructLayout(LayoutKind.Sequential)] public struct Transform2D { public Vector2 X, Y, Origin; }
    [StructLayout(LayoutKind.Sequential)] public struct Transform3D { public Basis Basis; public Vector3 Origin; }
    [StructLayout(LayoutKind.Sequential)] public struct Rect2
    {
        private Vector2 _position, _size;
        public Vector2 Position { readonly get => _position; set => _position = value; }
        public Vector2 Size { readonly get => _size; set => _size = value; }
        public Vector2 End { get => new Vector2 { X = _position.X + _size.X }; set => _size = value; }
        public readonly float Area => _size.X * _size.Y;
    }
    [StructLayout(LayoutKind.Sequential)] public struct Aabb
    {
        private Vector3 _position, _size;
        public Vector3 Position { readonly get => _position; set => _position = value; }
        public Vector3 Size { readonly get => _size; set => _size = value; }
        public Vector3 End { get => _size; set => _size = value; }
    }
    [StructLayout(LayoutKind.Sequential)] public struct Plane
    {
        private Vector3 _normal;
        public float D;
        public Vector3 Normal { readonly get => _normal; set => _normal = value; }
        public float X { readonly get => _normal.X; set => _normal.X = value; }
    }
}
namespace Stride.Core.Mathematics
{
    [StructLayout(LayoutKind.Sequential, Pack = 4)] public struct Vector3 { public float X, Y, Z; }
    [StructLayout(LayoutKind.Sequential, Pack = 4)] public struct Matrix
    {
        public float M11, M12, M21, M22;
        public Vector3 Up { get => new Vector3 { X = M21 }; set => M21 = value.X; }
    }
}
namespace OpenTK.Mathematics
{
    [StructLayout(LayoutKind.Sequential)] public struct Vector2
    { public float X, Y; public Vector2 Yx { get => new Vector2 { X = Y, Y = X }; set { Y = value.X; X = value.Y; } } }
    [StructLayout(LayoutKind.Sequential)] public struct Box2
    {
        private Vector2 _min, _max;
        public Vector2 Min { get => _min; set { _min = value; if (_max.X < value.X) _max.X = value.X; } }
        public Vector2 Max { get => _max; set { _max = value; if (_min.X > value.X) _min.X = value.X; } }
        public Vector2 Center { get => new Vector2 { X = (_min.X + _max.X) / 2 }; set { } }
    }
}
namespace Silk.NET.Maths
{
    public struct Vector2D<T> where T : unmanaged { public T X, Y; public Vector2D<T> Twice { get => this; set => this = value; } }
    public struct Box2D<T> where T : unmanaged { public Vector2D<T> Min, Max; }
    // Like all matrices there, for which other serializers store the properties.
    [DataContract] public struct Matrix2X2<T> where T : unmanaged
    {
        [IgnoreDataMember] public Vector2D<T> Row1, Row2;
        [IgnoreDataMember] public Vector2D<T> Column1 => new Vector2D<T> { X = Row1.X, Y = Row2.X };
        [DataMember] public T M11 { get => Row1.X; set => Row1.X = value; }
        [DataMember] public T M22 { get => Row2.Y; set => Row2.Y = value; }
    }
}";

        private const string Usings = "using System; using System.Collections; using System.Runtime.InteropServices; "
            + "using System.Collections.Generic; using System.Runtime.Serialization; ";

        private const string Program = @"
using Kitbag; using X = Microsoft.Xna.Framework; using G = Godot; using S = Stride.Core.Mathematics; using O = OpenTK.Mathematics;
using M = Silk.NET.Maths; using System.Linq;
public class Scene
{
    public X.Vector2 XVector2; public X.Vector3 XVector3; public X.Vector4 XVector4; public X.Quaternion XQuaternion; public X.Point XPoint;
    public X.Plane XPlane; public X.Ray XRay; public X.BoundingBox XBox; public X.BoundingSphere XSphere; public X.Matrix XMatrix;
    public X.Rectangle XRectangle; public X.Color XColor; public X.Color[] XColors; public X.Curve XCurve;
    public G.Vector2 GVector2; public G.Vector3 GVector3; public G.Vector2I GVector2I; public G.Quaternion GQuaternion;
    public G.Color GColor;
    public G.Basis GBasis; public G.Transform2D GTransform2D; public G.Transform3D GTransform3D; public G.Rect2 GRect2; public G.Aabb GAabb;
    public G.Plane GPlane; public S.Vector3 SVector3; public S.Matrix SMatrix; public O.Vector2 OVector2; public O.Box2 OBox2;
    public M.Vector2D<double> MVector; public M.Box2D<int> MBox;
    public M.Matrix2X2<float> MMatrix; public M.Matrix2X2<Half> MHalf;
}
public static class Program
{
    public static object[] Run()
    {
        var scene = new Scene
        {
            XVector2 = new X.Vector2 { X = 1, Y = 2 }, XRectangle = new X.Rectangle { X = 1, Y = 2, Width = 3, Height = 4 },
            XMatrix = new X.Matrix { M11 = 1, M41 = 5, M44 = 2 }, XBox = new X.BoundingBox { Max = new X.Vector3 { X = 3 } },
            XColor = new X.Color(1, 2, 3, 4), XColors = Enumerable.Range(0, 20).Select(i => new X.Color(i, 2, 3, 255)).ToArray(),
            XCurve = new X.Curve { PostLoop = X.CurveLoopType.Cycle },
            GColor = new G.Color { R = 0.123f, A = 1 }, GBasis = new G.Basis { Row0 = new G.Vector3 { X = 1, Y = 2 } },
            GTransform3D = new G.Transform3D { Origin = new G.Vector3 { Z = 9 } },
            GRect2 = new G.Rect2 { Position = new G.Vector2 { X = 1 }, Size = new G.Vector2 { Y = 5 } },
            GAabb = new G.Aabb { Position = new G.Vector3 { X = 1 }, Size = new G.Vector3 { Y = 6 } },
            GPlane = new G.Plane { Normal = new G.Vector3 { X = 1, Z = 3 }, D = 7 },
            SVector3 = new S.Vector3 { Y = 3 }, SMatrix = new S.Matrix { M21 = 4, M22 = 1 },
            OVector2 = new O.Vector2 { X = 1, Y = 2 },
            OBox2 = new O.Box2 { Min = new O.Vector2 { X = -5 }, Max = new O.Vector2 { X = -2 } },
            MVector = new M.Vector2D<double> { X = 1, Y = -1 }, MBox = new M.Box2D<int> { Max = new M.Vector2D<int> { X = 8 } },
            MMatrix = new M.Matrix2X2<float> { M11 = 1, M22 = 4 }, MHalf = new M.Matrix2X2<Half> { M22 = (Half)3 },
        };
        scene.XCurve.Keys.Add(new X.CurveKey(1, 2, 3, 4, X.CurveContinuity.Step));
        Scene read = KitbagSerializer.Deserialize<Scene>(KitbagSerializer.Serialize(scene));
        Scene parsed = KitbagJson.Deserialize<Scene>(KitbagJson.Serialize(scene));
        return new object[] { Numbers(scene), Numbers(read), Numbers(scene), Numbers(parsed), KitbagJson.Serialize(scene),
            KitbagJson.Serialize(read), KitbagJson.Serialize(scene), KitbagJson.Serialize(parsed) };
    }

    // The values of the engines' own members.
    private static object[] Numbers(Scene scene) => new object[]
    {
        scene.XColor.PackedValue, scene.XColors[7].PackedValue, scene.XMatrix.Translation.X, scene.XRectangle.Location.Y,
        scene.XRectangle.Height, scene.XBox.Max.X, scene.XCurve.Keys[0].Position, scene.XCurve.Keys[0].TangentOut, scene.XCurve.PostLoop,
        scene.GColor.R, scene.GBasis.Column0.X, scene.GTransform3D.Origin.Z, scene.GRect2.Size.Y, scene.GAabb.Position.X,
        scene.GAabb.Size.Y, scene.GPlane.Normal.Z, scene.GPlane.D, scene.SVector3.Y, scene.SMatrix.Up.X, scene.OVector2.Yx.X,
        scene.OBox2.Min.X, scene.OBox2.Max.X, scene.MVector.Y, scene.MBox.Max.X, scene.MMatrix.M11, scene.MMatrix.M22,
        scene.MHalf.M22,
    };
}";

        [Fact]
        public void Are_read_unchanged() => Harness.RoundTrip(Usings + Program + Engines, nullable: NullableContextOptions.Disable);

        [Fact]
        public void Only_their_state_is_stored()
        {
            MetadataReference engines = MetadataReference.CreateFromImage(Harness.Build(Harness.Compile(Usings + Engines, "Engines")));
            CSharpCompilation input = Harness.Compile(Usings + Program, references: engines);
            Assert.Empty(Harness.Diagnose(input, out Compilation output));
            string code = string.Concat(output.SyntaxTrees.Skip(1).Select(tree => tree.ToString()));
            foreach (string record in new[]
            {
                "Microsoft.Xna.Framework.Vector2", "Microsoft.Xna.Framework.Vector3", "Microsoft.Xna.Framework.Matrix",
                "Microsoft.Xna.Framework.Rectangle", "Microsoft.Xna.Framework.BoundingBox", "Godot.Vector3", "Godot.Color", "Godot.Basis",
                "Godot.Transform3D", "OpenTK.Mathematics.Vector2", "Silk.NET.Maths.Vector2D<double>",
                "Silk.NET.Maths.Matrix2X2<float>",
            })
                Assert.Contains("RecordCodec<global::" + record + ">", code);
            string members = Harness.Members(code);
            foreach (string derived in new[] { "PackedValue", "Translation", "Location", "End", "R8", "Column0", "Up", "Yx", "Twice" })
                Assert.DoesNotContain(" " + derived + " ", members);
        }
    }
}
