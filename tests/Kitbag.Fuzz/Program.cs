using System;
using System.Diagnostics;
using System.Globalization;
using System.IO;
using System.IO.MemoryMappedFiles;
using System.Linq;
using System.Text;
using Kitbag.TestCases;

namespace Kitbag.Fuzz
{
    /// <summary>
    /// Reads damaged documents, bare bodies and JSON of all cases. Each execution is determined by one number, so that a failure can be
    /// repeated with one command; its input is written to the folder of kept inputs, which the tests read.
    /// </summary>
    internal static class Program
    {
        private const long SlowMilliseconds = 2000;

        // Straight reading, the checking read that finds the path, and the overhead of growing arrays.
        private const long MaxAllocated = 4 * FuzzInput.Budget;

        private const int LargestInput = 1 << 16;

        private static readonly TestCase[] s_cases = Cases.All
            .Where(c => !c.IsNullObject && c.Serialize(KitbagOptions.Bare).Length <= LargestInput / 2)
            .ToArray();

        private static int Main(string[] args)
        {
            if (args.Length == 2 && args[0] == "one")
                return Execute(long.Parse(args[1], CultureInfo.InvariantCulture), isLoud: true) ? 0 : 1;
            if (args.Length == 2 && args[0] == "keep")
            {
                long number = long.Parse(args[1], CultureInfo.InvariantCulture);
                Console.WriteLine("Kept: " + Keep(number, Create(RandomOf(number))));
                return 0;
            }
            double minutes = args.Length > 0 ? double.Parse(args[0], CultureInfo.InvariantCulture) : 1;
            long seed = args.Length > 1 ? long.Parse(args[1], CultureInfo.InvariantCulture) : Environment.TickCount64 * 1_000_000;

            // Records the current seed in a file in case the process ends abruptly.
            string last = Path.Combine(Path.GetTempPath(), "kitbag-fuzz-last");
            using var file = MemoryMappedFile.CreateFromFile(last, FileMode.Create, null, 8);
            using MemoryMappedViewAccessor view = file.CreateViewAccessor();
            Console.WriteLine(
                "From seed " + Text(seed) + "; if the process ends abruptly, " + last
                    + " contains the number to repeat (od -A n -t d8).");

            var watch = Stopwatch.StartNew();
            long count = 0, found = 0;
            for (; watch.Elapsed.TotalMinutes < minutes && found < 20; count++)
            {
                view.Write(0, seed + count);
                if (!Execute(seed + count, isLoud: false))
                    found++;
            }
            Console.WriteLine(Text(count) + " executions of " + Text(s_cases.Length) + " cases, " + Text(found) + " findings");
            return found == 0 ? 0 : 1;
        }

        private static bool Execute(long seed, bool isLoud)
        {
            FuzzInput input = Create(RandomOf(seed));
            if (input.Bytes.Length > LargestInput)
                return true;

            string result = "";
            long milliseconds = 0, allocated = 0;
            // A single slow execution may be caused by the machine.
            for (int i = 0; i < 3; i++)
            {
                long before = GC.GetAllocatedBytesForCurrentThread();
                var watch = Stopwatch.StartNew();
                result = input.Read();
                milliseconds = watch.ElapsedMilliseconds;
                allocated = GC.GetAllocatedBytesForCurrentThread() - before;
                if (milliseconds <= SlowMilliseconds)
                    break;
            }
            // JSON has no budget, and some executions read up to three times.
            long limit = MaxAllocated * (result.StartsWith("ok", StringComparison.Ordinal) ? 3 : 2) + input.Bytes.Length * 64L;
            if (milliseconds > SlowMilliseconds)
                result = "! took " + Text(milliseconds) + " ms; " + result;
            else if (allocated > limit && input.IsWithinBudget)
                result = "! allocated " + Text(allocated) + " bytes of " + Text(FuzzInput.Budget) + "; " + result;
            bool isFine = !result.StartsWith('!');
            if (!isFine || isLoud)
            {
                Console.WriteLine((isFine ? "" : "FOUND ") + input.Case + (input.IsJson ? ", JSON" : ", binary") + ": " + result);
                Console.WriteLine("  again: ./build.sh fuzz one " + Text(seed));
                Console.WriteLine("  input: " + Shown(input));
            }
            if (!isFine)
                Console.WriteLine("  kept: " + Keep(seed, input));
            return isFine;
        }

        private static Random RandomOf(long seed) => new Random((int)(seed ^ (seed >> 32) * 0x9E3779B1));

        private static FuzzInput Create(Random random)
        {
            TestCase test = s_cases[random.Next(s_cases.Length)], other = s_cases[random.Next(s_cases.Length)];
            if (random.Next(4) == 0)
            {
                byte[] json = test.SerializeJsonToUtf8Bytes(FuzzInput.Writing), others = other.SerializeJsonToUtf8Bytes(FuzzInput.Writing);
                return new FuzzInput(true, random.Next(FuzzInput.JsonOptions), test.Name, other.Name, Mutator.Json(random, json, others));
            }
            int options = random.Next(FuzzInput.BinaryOptions);
            // Sometimes a document of another type, to test plans and skipping.
            TestCase source = random.Next(8) == 0 ? other : test;
            byte[] document = source.Serialize(FuzzInput.OptionsOf(options, test, other)), body = other.Serialize(KitbagOptions.Bare);
            return new FuzzInput(false, options, test.Name, other.Name, Mutator.Binary(random, document, body));
        }

        // Uses the folder of the repository in which this program was built; if it does not exist, the current folder.
        private static string Keep(long seed, FuzzInput input)
        {
            string? root = AppContext.BaseDirectory;
            while (root != null && !File.Exists(Path.Combine(root, "Kitbag.slnx")))
                root = Path.GetDirectoryName(root);
            string folder = Path.Combine(root ?? ".", "tests", "Kitbag.Tests", "KeptInputs");
            Directory.CreateDirectory(folder);
            string file = Path.Combine(folder, Text(seed) + ".txt");
            File.WriteAllText(file, input + "\n");
            return file;
        }

        private static string Shown(FuzzInput input) => input.Bytes.Length > 4096
            ? Text(input.Bytes.Length) + " bytes"
            : input.IsJson ? Encoding.UTF8.GetString(input.Bytes) : Convert.ToHexString(input.Bytes);

        private static string Text(long number) => number.ToString(CultureInfo.InvariantCulture);
    }
}
