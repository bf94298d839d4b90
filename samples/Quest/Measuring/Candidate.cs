using System;
using System.IO;

namespace Quest.Measuring
{
    /// <summary>A serializer that is compared: how it saves and loads a value.</summary>
    /// <param name="Name">The name of the serializer.</param>
    /// <param name="Save">Serializes the value.</param>
    /// <param name="Load">Deserializes the value.</param>
    public sealed record Candidate<T>(string Name, Func<T, byte[]> Save, Func<byte[], T> Load)
    {
        /// <summary>The extension of its files.</summary>
        public string Extension { get; init; } = ".save";

        /// <summary>Saves the value to a file; null if the bytes are written to the file directly.</summary>
        public Action<T, string>? SaveFile { get; init; }

        /// <summary>Loads the value from a file; null if the bytes of the file are deserialized.</summary>
        public Func<string, T>? LoadFile { get; init; }

        /// <summary>Saves to a file in the way that users of the serializer do.</summary>
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

        /// <summary>Loads from a file in the way that users of the serializer do.</summary>
        public T LoadFrom(string file) => LoadFile != null ? LoadFile(file) : Load(File.ReadAllBytes(file));
    }
}
