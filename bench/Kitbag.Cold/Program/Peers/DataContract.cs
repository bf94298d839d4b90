using System.IO;
using System.Runtime.Serialization;

namespace Kitbag.Cold
{
    internal static partial class Peer
    {
        private static object? Read<T>(byte[] bytes) => new DataContractSerializer(typeof(T)).ReadObject(new MemoryStream(bytes));

        private static byte[] Write<T>(T value)
        {
            var stream = new MemoryStream();
            new DataContractSerializer(typeof(T)).WriteObject(stream, value);
            return stream.ToArray();
        }
    }
}
