using System;
using System.IO;

namespace Quest.Measuring
{
    /// <summary>A serializer that takes part: how it saves and loads a value.</summary>
    /// <param name="Name">What it is called.</param>
    /// <param name="Save">Makes bytes of the value.</param>
    /// <param name="Load">Makes the value of bytes.</param>
    public sealed record Candidate<T>(string Name, Func<T, byte[]> Save, Func<byte[], T> Load)
    {
        /// <summary>How its files end.</summary>
        public string Extension { get; init; } = ".save";

        /// <summary>Saves the value to a file: the bytes, unless the serializer has a way of its own.</summary>
        public Action<T, string>? SaveFile { get; init; }

        /// <summary>Loads the value from a file.</summary>
        public Func<string, T>? LoadFile { get; init; }

        /// <summary>Saves as the serializer's users do.</summary>
        public void SaveTo(string file, T value, byte[] bytes)
        {
            if (SaveFile != null)
            {
                SaveFile(value, file);
            }
            else
            {
                File.WriteAllBytes(file, bytes);
            }
        }

        /// <summary>Loads as the serializer's users do.</summary>
        public T LoadFrom(string file) => LoadFile != null ? LoadFile(file) : Load(File.ReadAllBytes(file));
    }
}
