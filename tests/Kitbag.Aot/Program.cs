using System;
using System.Globalization;
using System.Text;
using Kitbag.TestCases;

namespace Kitbag.Aot
{
    /// <summary>
    /// Runs round trips of all cases, in binary and as JSON, on runtimes without a JIT, and prints the length and the hash of each case, so
    /// that runtimes can be compared. A round trip is correct if the value that was read is written as the same bytes again. The documents
    /// are also read without their types, and files and logs are written and read.
    /// </summary>
    public static partial class Program
    {
        private static readonly KitbagOptions s_checked = new KitbagOptions { Checksum = true };

        public static int Main()
        {
            int failed = 0;
            // This comes first, because some runtimes run the module initializer of an assembly only before its first code.
            Console.Out.Write("by type, code of whose assembly has not run: " + ByType(typeof(World)) + "\n");
            Console.Out.Write("by type, without a codec: " + ByType(typeof(Program)) + "\n");
            Console.Out.Write("another version: " + OtherVersions.Read() + "\n");
            foreach (TestCase test in Cases.All)
            {
                Print(test.Name, () => RoundTrips(test), ref failed);
                Print(test.Name + ": without its type", () => Documents.Read(test.Serialize(s_checked)), ref failed);
            }
            Print("by several threads", Threads.Run, ref failed);
            TryGenericTypes(ref failed);
            TryElements(ref failed);
            TrySessions(ref failed);
            TryFiles(ref failed);
            Console.Error.WriteLine(Cases.All.Count.ToString(CultureInfo.InvariantCulture) + " cases, "
                + failed.ToString(CultureInfo.InvariantCulture) + " failed");
            return failed == 0 ? 0 : 1;
        }

        static partial void TryGenericTypes(ref int failed);

        static partial void TryElements(ref int failed);

        static partial void TrySessions(ref int failed);

        private static void TryFiles(ref int failed)
        {
            try
            {
                Files.Run(line => Console.Out.Write(line + "\n"));
            }
            catch (Exception e)
            {
                failed++;
                Console.Out.Write("files: FAILED " + e + "\n");
            }
        }

        private static void Print(string name, Func<string> run, ref int failed)
        {
            string line;
            try
            {
                line = run();
            }
            catch (Exception e)
            {
                failed++;
                line = "FAILED " + e;
            }
            Console.Out.Write(name + ": " + line + "\n");
        }

        private static string RoundTrips(TestCase test)
        {
            var sum = new Sum();
            int length = 0;
            foreach (KitbagNumbers numbers in new[] { KitbagNumbers.Compact, KitbagNumbers.Raw, KitbagNumbers.RawEverywhere })
            {
                var options = new KitbagOptions { Numbers = numbers, Checksum = true };
                byte[] document = test.Serialize(options);
                object? value = test.Deserialize(document, options);
                Add(document, KitbagSerializer.Serialize(test.Type, value, options), sum, ref length);
            }
            foreach (KitbagJsonFormat look in new[] { KitbagJsonFormat.Compact, KitbagJsonFormat.Text })
            {
                var options = new KitbagJsonOptions
                {
                    Format = look,
                    EnumsByName = look == KitbagJsonFormat.Text,
                    NonFinite = KitbagJsonNonFinite.AsStrings
                };
                string json = test.SerializeJson(options);
                object? value = test.DeserializeJson(json, options);
                string again = test.LosesMembersInJson ? json : KitbagJson.Serialize(test.Type, value, options);
                Add(Encoding.UTF8.GetBytes(json), Encoding.UTF8.GetBytes(again), sum, ref length);
            }
            return length.ToString(CultureInfo.InvariantCulture) + " " + sum.Text;
        }

        private static string ByType(Type type)
        {
            try
            {
                return KitbagSerializer.Serialize(type, (object?)null).Length.ToString(CultureInfo.InvariantCulture);
            }
            catch (KitbagException e)
            {
                return e.Reason.ToString();
            }
        }

        private static void Add(byte[] document, byte[] again, Sum sum, ref int length)
        {
            if (!again.AsSpan().SequenceEqual(document))
                throw new InvalidOperationException("other bytes after a round trip");
            sum.Add(document);
            length += document.Length;
        }
    }
}
