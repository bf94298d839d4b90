using UnityEngine;

namespace Kitbag.Unity
{
    /// <summary>
    /// What is stored in place of a <see cref="Keyframe"/>, under the names that Unity's JSON has. Its memory is not stored as it is,
    /// because it is another one in the editor than in a player.
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

        /// <summary>The slope of the curve behind the keyframe.</summary>
        public float outSlope;

        /// <summary>Which weights are used, a <see cref="WeightedMode"/>.</summary>
        public int weightedMode;

        /// <summary>The weight of the slope before the keyframe.</summary>
        public float inWeight;

        /// <summary>The weight of the slope behind the keyframe.</summary>
        public float outWeight;
#pragma warning restore IDE1006

        /// <summary>What is stored of a keyframe.</summary>
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

        /// <summary>The keyframe that was stored.</summary>
        public static implicit operator Keyframe(KeyframeData data) =>
            new Keyframe(data.time, data.value, data.inSlope, data.outSlope, data.inWeight, data.outWeight)
            {
                weightedMode = (WeightedMode)data.weightedMode,
            };
    }
}
