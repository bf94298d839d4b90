using System;
using System.Collections.Generic;
using System.IO;
using System.Text;
using System.Threading.Tasks;

namespace Kitbag.Aot
{
    /// <content>Sessions, and elements of arrays in a stream, which do not exist for .NET Standard 2.0.</content>
    public static partial class Program
    {
        static partial void TryElements(ref int failed) => Print("elements of a stream",
            () => ReadElementsAsync<int>("[1, 2, 3]").Result + " " + ReadElementsAsync<string>("[\"a\", null]").Result, ref failed);

        static partial void TrySessions(ref int failed)
        {
            try
            {
                Sessions.RunAsync(line => Console.Out.Write(line + "\n")).GetAwaiter().GetResult();
            }
            catch (Exception e)
            {
                failed++;
                Console.Out.Write("sessions: FAILED " + e + "\n");
            }
        }

        private static async IAsyncEnumerable<T> All<T>(List<T> values)
        {
            foreach (T value in values)
            {
                await Task.Yield();
                yield return value;
            }
        }

        private static async Task<string> ReadElementsAsync<[KitbagRoot] T>(string json)
        {
            var all = new List<T>();
            await foreach (T element in KitbagJson.DeserializeAsyncEnumerable<T>(new MemoryStream(Encoding.UTF8.GetBytes(json))))
                all.Add(element);
            var output = new MemoryStream();
            await KitbagJson.SerializeAsyncEnumerable(output, All(all));
            return string.Join(" ", all) + Encoding.UTF8.GetString(output.ToArray());
        }
    }
}
