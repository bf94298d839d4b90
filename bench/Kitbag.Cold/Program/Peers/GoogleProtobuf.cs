using System;
using System.IO;
using Google.Protobuf;
using Kitbag.Bench;
using Workloads;

namespace Kitbag.Cold
{
    // Google.Protobuf would need its own message classes. For the save game, its coded streams are used like generated messages use them.
    internal static class Peer
    {
        public static object? Read(string workload, byte[] bytes) => workload == "save-game"
            ? Protobuf.Read(new CodedInputStream(bytes)) : throw new NotSupportedException();

        public static byte[] Write(string workload, object value)
        {
            if (workload != "save-game")
                throw new NotSupportedException();
            var stream = new MemoryStream();
            var output = new CodedOutputStream(stream, leaveOpen: true);
            Protobuf.Write(output, (World)value);
            output.Flush();
            return stream.ToArray();
        }
    }
}
