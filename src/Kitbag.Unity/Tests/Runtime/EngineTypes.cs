using System;
using System.Collections.Generic;
using UnityEngine;

namespace Kitbag.Unity.Tests
{
    /// <summary>Contains one member of each of Unity's types that have a codec, and private fields that Unity stores.</summary>
    [Serializable]
    public partial class EngineTypes
    {
        public Vector2 Vector2;
        public Vector3 Vector3;
        public Vector4 Vector4;
        public Vector2Int Vector2Int;
        public Vector3Int Vector3Int;
        public Quaternion Quaternion;
        public Color Color;
        public Color32 Color32;
        public Rect Rect;
        public RectInt RectInt;
        public Bounds Bounds;
        public BoundsInt BoundsInt;
        public Matrix4x4 Matrix;
        public LayerMask Layers;
        public Keyframe Keyframe;
        public AnimationCurve Curve;
        public Gradient Gradient;
        public Hash128 Hash;
        public Vector3? Maybe;
        public List<Vector3> Path;
        public Dictionary<Vector2Int, Color32> Tiles;

        [NonSerialized]
        public int Cache;

        [SerializeField]
        private int gold;

        [field: SerializeField]
        public string Title { get; private set; }

        public int Gold => gold;

        public static EngineTypes Make() => new EngineTypes
        {
            Vector2 = new Vector2(1, 2),
            Vector3 = new Vector3(1, 2, 3),
            Vector4 = new Vector4(1, 2, 3, 4),
            Vector2Int = new Vector2Int(1, -2),
            Vector3Int = new Vector3Int(1, -2, 3),
            Quaternion = new Quaternion(0.5f, 0.25f, 0.125f, 1),
            Color = new Color(0.25f, 0.5f, 0.75f, 1),
            Color32 = new Color32(1, 2, 3, 255),
            Rect = new Rect(1, 2, 3, 4),
            RectInt = new RectInt(1, -2, 3, 4),
            Bounds = new Bounds(new Vector3(1, 2, 3), new Vector3(2, 4, 6)),
            BoundsInt = new BoundsInt(new Vector3Int(1, -2, 3), new Vector3Int(4, 5, 6)),
            Matrix = Numbered(),
            Layers = (LayerMask)(-1),
            Keyframe = new Keyframe(1, 2, 3, 4, 0.5f, 0.25f) { weightedMode = WeightedMode.Both },
            Curve = new AnimationCurve(new Keyframe(0, 0), new Keyframe(1, 2)) { postWrapMode = WrapMode.Loop },
            Gradient = Fading(),
            Hash = Hash128.Parse("000102030405060708090a0b0c0d0e0f"),
            Maybe = new Vector3(7, 8, 9),
            Path = new List<Vector3> { Vector3.zero, Vector3.one },
            Tiles = new Dictionary<Vector2Int, Color32> { [new Vector2Int(3, 4)] = new Color32(9, 8, 7, 6) },
            Cache = 5,
            gold = 12,
            Title = "Baron",
        };

        private static Matrix4x4 Numbered()
        {
            var matrix = default(Matrix4x4);
            for (int row = 0; row < 4; row++)
            {
                for (int column = 0; column < 4; column++)
                    matrix[row, column] = row * 10 + column;
            }
            return matrix;
        }

        private static Gradient Fading()
        {
            var gradient = new Gradient { mode = GradientMode.Fixed };
            gradient.SetKeys(
                new[] { new GradientColorKey(Color.red, 0), new GradientColorKey(Color.blue, 1) },
                new[] { new GradientAlphaKey(1, 0), new GradientAlphaKey(0.5f, 0.2f), new GradientAlphaKey(0, 1) });
            return gradient;
        }
    }
}
