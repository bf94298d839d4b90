using System;
using System.Collections.Generic;

namespace Kitbag.Fuzz
{
    /// <summary>Changes bytes so that most of their content remains valid.</summary>
    internal static class Mutator
    {
        // Lengths, counts and widths at which the behavior of readers changes.
        private static readonly byte[] s_bytes = { 0, 1, 2, 3, 7, 8, 9, 16, 31, 32, 63, 64, 65, 126, 127, 128, 129, 191, 192, 254, 255 };

        private static readonly string[] s_tokens =
            { "null", "true", "false", "{}", "[]", "{", "}", "[", "]", ",", ":", "\"", "\\u0000", "\\ud800", "-", "0", "1e999", "1E-400",
            "-0.0", "99999999999999999999", "\"$type\":", "\"\"", "/*", "*/", "//", "\u0000", "é" };

        // Replacements for a byte of a text: characters with a special meaning, and bytes that are invalid UTF-8 at this position.
        private static readonly byte[] s_signs =
            [.. "{}[]\",:\\/0159-+.eEtfnu \n\t\0\u007f*"u8, 0x80, 0xC3, 0xE2, 0xF0, 0xFF];

        public static byte[] Binary(Random random, byte[] input, byte[] other)
        {
            var bytes = new List<byte>(input);
            for (int n = random.Next(1, 6); n > 0; n--)
            {
                int at = random.Next(bytes.Count + 1), left = bytes.Count - at;
                switch (random.Next(9))
                {
                    case 0 when left > 0:
                        bytes[at] ^= (byte)(1 << random.Next(8));
                        break;
                    case 1 when left > 0:
                        bytes[at] = (byte)random.Next(256);
                        break;
                    case 2 when left > 0:
                        bytes[at] = s_bytes[random.Next(s_bytes.Length)];
                        break;
                    case 3:
                        bytes.Insert(at, s_bytes[random.Next(s_bytes.Length)]);
                        break;
                    case 4 when left > 0:
                        bytes.RemoveRange(at, random.Next(1, Math.Min(left, 8) + 1));
                        break;
                    case 5 when left > 0:
                        bytes.RemoveRange(at, left);
                        break;
                    case 6 when left > 0:
                        bytes.InsertRange(at, bytes.GetRange(at, random.Next(1, Math.Min(left, 32) + 1)));
                        break;
                    case 7:
                        // Replaces a small number by a large one.
                        bytes.InsertRange(at, new byte[] { 0xFF, 0xFF, 0xFF, (byte)random.Next(256) });
                        break;
                    case 8 when other.Length != 0:
                        int from = random.Next(other.Length);
                        bytes.InsertRange(at, other.AsSpan(from, random.Next(1, Math.Min(other.Length - from, 64) + 1)).ToArray());
                        break;
                }
            }
            return bytes.ToArray();
        }

        public static byte[] Json(Random random, byte[] input, byte[] other)
        {
            if (random.Next(2) == 0)
                return Binary(random, input, other);
            var bytes = new List<byte>(input);
            for (int n = random.Next(1, 4); n > 0; n--)
            {
                if (random.Next(2) == 0 && bytes.Count != 0)
                {
                    byte sign = random.Next(2) == 0 ? s_signs[random.Next(s_signs.Length)] : bytes[random.Next(bytes.Count)];
                    bytes[random.Next(bytes.Count)] = sign;
                    continue;
                }
                byte[] token = System.Text.Encoding.UTF8.GetBytes(s_tokens[random.Next(s_tokens.Length)]);
                int at = random.Next(bytes.Count + 1);
                if (random.Next(2) == 0)
                    bytes.RemoveRange(at, Math.Min(bytes.Count - at, random.Next(1, 6)));
                for (int times = random.Next(50) == 0 ? random.Next(2000) : 1; times > 0; times--)
                    bytes.InsertRange(at, token);
            }
            return bytes.ToArray();
        }
    }
}
