using System;
using UnityEngine;

namespace Kitbag.Unity
{
    /// <summary>What is stored in place of a <see cref="Hash128"/>, under the name that Unity's JSON has.</summary>
    [KitbagSurrogate(typeof(Hash128))]
    public struct Hash128Data
    {
        private const int Digits = 32;

        /// <summary>The hash as 32 hexadecimal digits.</summary>
        public string Hash;

        /// <summary>What is stored of a hash.</summary>
        public static implicit operator Hash128Data(Hash128 hash) => new Hash128Data { Hash = hash.ToString() };

        /// <summary>The hash that was stored.</summary>
        /// <exception cref="FormatException">The text is not 32 hexadecimal digits; Unity would read 0.</exception>
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
