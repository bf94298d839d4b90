using System;
using System.Diagnostics;
using System.IO;
using System.Runtime;

namespace Kitbag.Cold
{
    /// <summary>
    /// Each process makes one call, because only the first call of a process has the cost of a first call. The process prints the duration
    /// of the call in microseconds and the number of methods that were compiled during it.
    /// </summary>
    internal static partial class Program
    {
        private static int Main(string[] args)
        {
            string verb = args[0], workload = args[1], file = args[2];
            if (verb == "make")
            {
                byte[]? bytesOfWorkload = null;
                Make(workload, ref bytesOfWorkload);
                File.WriteAllBytes(file, bytesOfWorkload!);
                return 0;
            }
            byte[] bytes = File.ReadAllBytes(file);
            long before = JitInfo.GetCompiledMethodCount(), start = Stopwatch.GetTimestamp();
            object? value = verb == "start" ? bytes : Peer.Read(workload, bytes);
            if (verb == "save")
            {
                // Reading the value that is written is not measured.
                before = JitInfo.GetCompiledMethodCount();
                start = Stopwatch.GetTimestamp();
                bytes = Peer.Write(workload, value!);
            }
            long ticks = Stopwatch.GetTimestamp() - start, compiled = JitInfo.GetCompiledMethodCount() - before;
            Console.WriteLine((ticks * 1_000_000 / Stopwatch.Frequency).ToString() + " " + compiled.ToString());
            return value != null && bytes.Length != 0 ? 0 : 1;
        }

        static partial void Make(string workload, ref byte[]? bytes);
    }
}
