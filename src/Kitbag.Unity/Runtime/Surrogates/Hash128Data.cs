using System;
using UnityEngine;

namespace Kitbag.Unity
{
    /// <summary>The surrogate of <see cref="Hash128"/>, with the name of the member in Unity's JSON.</summary>
    [KitbagSurrogate(typeof(Hash128))]
    public struct Hash128Data
    {
        private const int Digits = 32;

        /// <summary>The hash as 32 hexadecimal digits.</summary>
        public string Hash;

        /// <summary>Converts a hash to its surrogate.</summary>
        public static implicit operator Hash128Data(Hash128 hash) => new Hash128Data { Hash = hash.ToString() };

        /// <summary>Converts a surrogate to a hash.</summary>
        /// <exception cref="FormatException">The text is not 32 hexadecimal digits. Unity itself would read it as 0.</exception>
        public static implicit operator Hash128(Hash128Data data)
        {
            if (string.IsNullOrEmpty(data.Hash))
                return default;
            if (data.Hash.Length != Digits)
                throw new FormatException("A hash has 32 hexadecimal digits.");
            foreach (char c in data.Hash)
            {
                if (!Uri.IsHexDigit(c))
                    throw new FormatException("A hash has 32 hexadecimal digits.");
            }
            return Hash128.Parse(data.Hash);
        }
    }
}
