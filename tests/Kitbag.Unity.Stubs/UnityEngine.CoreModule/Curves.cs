using System.Runtime.InteropServices;

namespace UnityEngine
{
    public enum WrapMode
    {
        Default = 0,
        Once = 1,
        Clamp = 1,
        Loop = 2,
        PingPong = 4,
        ClampForever = 8,
    }

    public enum WeightedMode
    {
        None = 0,
        In = 1,
        Out = 2,
        Both = In | Out,
    }

    // As in the editor: a player has no tangent mode.
    [StructLayout(LayoutKind.Sequential)]
    public struct Keyframe
    {
        private float m_Time;
        private float m_Value;
        private float m_InTangent;
        private float m_OutTangent;
        private int m_TangentMode;
        private int m_WeightedMode;
        private float m_InWeight;
        private float m_OutWeight;

        public Keyframe(float time, float value)
            : this(time, value, 0, 0, 0, 0)
        {
        }

        public Keyframe(float time, float value, float inTangent, float outTangent, float inWeight, float outWeight)
        {
            m_Time = time;
            m_Value = value;
            m_InTangent = inTangent;
            m_OutTangent = outTangent;
            m_TangentMode = 0;
            m_WeightedMode = 3;
            m_InWeight = inWeight;
            m_OutWeight = outWeight;
        }

        public float time { get => m_Time; set => m_Time = value; }

        public float value { get => m_Value; set => m_Value = value; }

        public float inTangent { get => m_InTangent; set => m_InTangent = value; }

        public float outTangent { get => m_OutTangent; set => m_OutTangent = value; }

        public float inWeight { get => m_InWeight; set => m_InWeight = value; }

        public float outWeight { get => m_OutWeight; set => m_OutWeight = value; }

        public WeightedMode weightedMode { get => (WeightedMode)m_WeightedMode; set => m_WeightedMode = (int)value; }
    }

    public class AnimationCurve
    {
        public AnimationCurve(params Keyframe[] keys) => this.keys = keys;

        public Keyframe[] keys { get; set; }

        public WrapMode preWrapMode { get; set; } = WrapMode.ClampForever;

        public WrapMode postWrapMode { get; set; } = WrapMode.ClampForever;
    }

    public struct GradientColorKey
    {
        public Color color;
        public float time;

        public GradientColorKey(Color col, float time)
        {
            color = col;
            this.time = time;
        }
    }

    public struct GradientAlphaKey
    {
        public float alpha;
        public float time;

        public GradientAlphaKey(float alpha, float time)
        {
            this.alpha = alpha;
            this.time = time;
        }
    }

    public enum GradientMode
    {
        Blend,
        Fixed,
        PerceptualBlend,
    }

    public enum ColorSpace
    {
        Uninitialized = -1,
        Gamma,
        Linear,
    }

    public class Gradient
    {
        public GradientColorKey[] colorKeys { get; set; } = new GradientColorKey[0];

        public GradientAlphaKey[] alphaKeys { get; set; } = new GradientAlphaKey[0];

        public GradientMode mode { get; set; }

        public ColorSpace colorSpace { get; set; } = ColorSpace.Uninitialized;

        public void SetKeys(GradientColorKey[] colorKeys, GradientAlphaKey[] alphaKeys)
        {
            this.colorKeys = colorKeys;
            this.alphaKeys = alphaKeys;
        }
    }
}
