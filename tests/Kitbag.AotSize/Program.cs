using System;
using System.IO;

namespace Kitbag.AotSize
{
    internal static partial class Program
    {
        private static void Main(string[] args)
        {
            byte[] bytes = File.ReadAllBytes(args[0]);
            int count = bytes.Length;
            ReadSaveGame(bytes, ref count);
            ReadMore(bytes, ref count);
            Console.WriteLine(count.ToString());
        }

        static partial void ReadSaveGame(byte[] bytes, ref int count);

        static partial void ReadMore(byte[] bytes, ref int count);
    }
}
