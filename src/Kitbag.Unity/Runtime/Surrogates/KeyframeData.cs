using UnityEngine;

namespace Kitbag.Unity
{
    /// <summary>
    /// The surrogate of <see cref="Keyframe"/>, with the names of Unity's JSON. A keyframe is not stored as in memory, because its layout
    /// in the editor differs from that in a player.
    /// </summary>
    [KitbagSurrogate(typeof(Keyframe))]
    public struct KeyframeData
    {
#pragma warning disable IDE1006 // the names that JsonUtility writes
        /// <summary>The time of the keyframe in seconds.</summary>
        public float time;

        /// <summary>The value of the curve.</summary>
        public float value;

        /// <summary>The slope of the curve before the keyframe.</summary>
        public float inSlope;

        /// <summary>The slope of the curve after the keyframe.</summary>
        public float outSlope;

        /// <summary>The <see cref="WeightedMode"/>, which specifies the weights that are used.</summary>
        public int weightedMode;

        /// <summary>The weight of the slope before the keyframe.</summary>
        public float inWeight;

        /// <summary>The weight of the slope after the keyframe.</summary>
        public float outWeight;
#pragma warning restore IDE1006

        /// <summary>Converts a keyframe to its surrogate.</summary>
        public static implicit operator KeyframeData(Keyframe keyframe) => new KeyframeData
        {
            time = keyframe.time,
            value = keyframe.value,
            inSlope = keyframe.inTangent,
            outSlope = keyframe.outTangent,
            weightedMode = (int)keyframe.weightedMode,
            inWeight = keyframe.inWeight,
            outWeight = keyframe.outWeight,
        };

        /// <summary>Converts a surrogate to a keyframe.</summary>
        public static implicit operator Keyframe(KeyframeData data) =>
            new Keyframe(data.time, data.value, data.inSlope, data.outSlope, data.inWeight, data.outWeight)
            {
                weightedMode = (WeightedMode)data.weightedMode,
            };
    }
}
