using UnityEngine;

namespace Kitbag.Unity
{
    /// <summary>What is stored in place of an <see cref="AnimationCurve"/>.</summary>
    [KitbagSurrogate(typeof(AnimationCurve))]
    public struct AnimationCurveData
    {
#pragma warning disable IDE1006 // the names that JsonUtility writes
        /// <summary>The keyframes, under the name that Unity's JSON has.</summary>
        public Keyframe[] m_Curve;
#pragma warning restore IDE1006

        /// <summary>What the curve does before its first keyframe, a <see cref="WrapMode"/>.</summary>
        public int PreWrapMode;

        /// <summary>What the curve does behind its last keyframe, a <see cref="WrapMode"/>.</summary>
        public int PostWrapMode;

        /// <summary>What is stored of a curve.</summary>
        public static implicit operator AnimationCurveData(AnimationCurve curve) => new AnimationCurveData
        {
            m_Curve = curve.keys,
            PreWrapMode = (int)curve.preWrapMode,
            PostWrapMode = (int)curve.postWrapMode,
        };

        /// <summary>The curve that was stored.</summary>
        public static implicit operator AnimationCurve(AnimationCurveData data) =>
            new AnimationCurve(data.m_Curve ?? new Keyframe[0])
            {
                preWrapMode = (WrapMode)data.PreWrapMode,
                postWrapMode = (WrapMode)data.PostWrapMode,
            };
    }
}
