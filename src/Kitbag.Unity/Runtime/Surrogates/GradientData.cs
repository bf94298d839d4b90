using System;
using UnityEngine;

namespace Kitbag.Unity
{
    /// <summary>
    /// The surrogate of <see cref="Gradient"/>, with the members of Unity's JSON: 8 colors and their times, and the numbers of those that
    /// are used. A color and the alpha with the same index may have different times.
    /// </summary>
    [KitbagSurrogate(typeof(Gradient))]
    public struct GradientData
    {
        private const float FullTime = 65535;
        private const int Most = 8;

#pragma warning disable IDE1006, CS1591 // the names that JsonUtility writes; the digit is the index of the key
        public Color key0, key1, key2, key3, key4, key5, key6, key7;
        public ushort ctime0, ctime1, ctime2, ctime3, ctime4, ctime5, ctime6, ctime7;
        public ushort atime0, atime1, atime2, atime3, atime4, atime5, atime6, atime7;
        public int m_Mode, m_ColorSpace, m_NumColorKeys, m_NumAlphaKeys;
#pragma warning restore IDE1006, CS1591

        /// <summary>Converts a gradient to its surrogate.</summary>
        public static implicit operator GradientData(Gradient gradient)
        {
            GradientColorKey[] colors = gradient.colorKeys;
            GradientAlphaKey[] alphas = gradient.alphaKeys;
            var data = new GradientData
            {
                m_Mode = (int)gradient.mode,
                m_ColorSpace = (int)gradient.colorSpace,
                m_NumColorKeys = colors.Length,
                m_NumAlphaKeys = alphas.Length,
            };
            for (int i = 0; i < Most; i++)
            {
                Color color = i < colors.Length ? colors[i].color : default;
                color.a = i < alphas.Length ? alphas[i].alpha : 0;
                data.Set(i, color, i < colors.Length ? Time(colors[i].time) : default, i < alphas.Length ? Time(alphas[i].time) : default);
            }
            return data;
        }

        /// <summary>Converts a surrogate to a gradient.</summary>
        /// <exception cref="FormatException">A count is not from 0 to 8.</exception>
        public static implicit operator Gradient(GradientData data)
        {
            var colors = new GradientColorKey[Checked(data.m_NumColorKeys)];
            var alphas = new GradientAlphaKey[Checked(data.m_NumAlphaKeys)];
            for (int i = 0; i < Most; i++)
            {
                data.Get(i, out Color color, out ushort colorTime, out ushort alphaTime);
                if (i < alphas.Length)
                    alphas[i] = new GradientAlphaKey(color.a, alphaTime / FullTime);
                color.a = 1;
                if (i < colors.Length)
                    colors[i] = new GradientColorKey(color, colorTime / FullTime);
            }
            var gradient = new Gradient { mode = (GradientMode)data.m_Mode, colorSpace = (ColorSpace)data.m_ColorSpace };
            gradient.SetKeys(colors, alphas);
            return gradient;
        }

        private static int Checked(int count) =>
            count >= 0 && count <= Most ? count : throw new FormatException("A gradient has at most 8 keys.");

        private static ushort Time(float time) => (ushort)Mathf.RoundToInt(Mathf.Clamp01(time) * FullTime);

        private void Set(int index, Color key, ushort colorTime, ushort alphaTime)
        {
            switch (index)
            {
                case 0: (key0, ctime0, atime0) = (key, colorTime, alphaTime); break;
                case 1: (key1, ctime1, atime1) = (key, colorTime, alphaTime); break;
                case 2: (key2, ctime2, atime2) = (key, colorTime, alphaTime); break;
                case 3: (key3, ctime3, atime3) = (key, colorTime, alphaTime); break;
                case 4: (key4, ctime4, atime4) = (key, colorTime, alphaTime); break;
                case 5: (key5, ctime5, atime5) = (key, colorTime, alphaTime); break;
                case 6: (key6, ctime6, atime6) = (key, colorTime, alphaTime); break;
                default: (key7, ctime7, atime7) = (key, colorTime, alphaTime); break;
            }
        }

        private void Get(int index, out Color key, out ushort colorTime, out ushort alphaTime)
        {
            switch (index)
            {
                case 0: (key, colorTime, alphaTime) = (key0, ctime0, atime0); break;
                case 1: (key, colorTime, alphaTime) = (key1, ctime1, atime1); break;
                case 2: (key, colorTime, alphaTime) = (key2, ctime2, atime2); break;
                case 3: (key, colorTime, alphaTime) = (key3, ctime3, atime3); break;
                case 4: (key, colorTime, alphaTime) = (key4, ctime4, atime4); break;
                case 5: (key, colorTime, alphaTime) = (key5, ctime5, atime5); break;
                case 6: (key, colorTime, alphaTime) = (key6, ctime6, atime6); break;
                default: (key, colorTime, alphaTime) = (key7, ctime7, atime7); break;
            }
        }
    }
}
