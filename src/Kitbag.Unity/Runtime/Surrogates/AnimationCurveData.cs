using UnityEngine;

namespace Kitbag.Unity
{
    /// <summary>The surrogate of <see cref="AnimationCurve"/>.</summary>
    [KitbagSurrogate(typeof(AnimationCurve))]
    public struct AnimationCurveData
    {
#pragma warning disable IDE1006 // the names that JsonUtility writes
        /// <summary>The keyframes, under their name in Unity's JSON.</summary>
        public Keyframe[] m_Curve;
#pragma warning restore IDE1006

        /// <summary>The <see cref="WrapMode"/> before the first keyframe.</summary>
        public int PreWrapMode;

        /// <summary>The <see cref="WrapMode"/> after the last keyframe.</summary>
        public int PostWrapMode;

        /// <summary>Converts a curve to its surrogate.</summary>
        public static implicit operator AnimationCurveData(AnimationCurve curve) => new AnimationCurveData
        {
            m_Curve = curve.keys,
            PreWrapMode = (int)curve.preWrapMode,
            PostWrapMode = (int)curve.postWrapMode,
        };

        /// <summary>Converts a surrogate to a curve.</summary>
        public static implicit operator AnimationCurve(AnimationCurveData data) =>
            new AnimationCurve(data.m_Curve ?? new Keyframe[0])
            {
                preWrapMode = (WrapMode)data.PreWrapMode,
                postWrapMode = (WrapMode)data.PostWrapMode,
            };
    }
}
