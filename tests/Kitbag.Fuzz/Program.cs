using System;
using System.Buffers;
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
    /// Reads damaged documents, bare bodies and JSON of all cases. Each execution is made of one number, so that a finding is one line to try again.
    /// </summary>
    internal static class Program
    {
        private const long Budget = 4 << 20, SlowMilliseconds = 2000;

        // Straight reading, the reading that finds the path, and what arrays that grow cost beside their contents.
        private const long MostAllocated = 4 * Budget;

        private const int LargestInput = 1 << 16;

        private static readonly KitbagLimits s_limits = new KitbagLimits { MaxAllocation = Budget };

        private static readonly KitbagJsonOptions[] s_json =
        {
            KitbagJsonOptions.Default,
            new KitbagJsonOptions { NonFinite = KitbagJsonNonFinite.AsStrings, AllowComments = true, AllowTrailingCommas = true, Format = KitbagJsonFormat.Text },
            new KitbagJsonOptions { EnumsByName = true, Duplicates = KitbagJsonDuplicates.LastWins, OmitDefaults = true },
        };

        private static readonly TestCase[] s_cases = Cases.All.Where(c => !c.IsNullObject && c.Serialize(KitbagOptions.Bare).Length <= LargestInput / 2).ToArray();

        private static int Main(string[] args)
        {
            if (args.Length == 2 && args[0] == "one")
                return Execute(long.Parse(args[1], CultureInfo.InvariantCulture), isLoud: true) ? 0 : 1;
            double minutes = args.Length > 0 ? double.Parse(args[0], CultureInfo.InvariantCulture) : 1;
            long seed = args.Length > 1 ? long.Parse(args[1], CultureInfo.InvariantCulture) : Environment.TickCount64 * 1_000_000;

            // Tells which one it was where the process ends.
            string last = Path.Combine(Path.GetTempPath(), "kitbag-fuzz-last");
            using var file = MemoryMappedFile.CreateFromFile(last, FileMode.Create, null, 8);
            using MemoryMappedViewAccessor view = file.CreateViewAccessor();
            Console.WriteLine("From seed " + Text(seed) + "; where the process ends at once, " + last + " holds the number to try again (od -A n -t d8).");

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
            var random = new Random((int)(seed ^ (seed >> 32) * 0x9E3779B1));
            TestCase test = s_cases[random.Next(s_cases.Length)], other = s_cases[random.Next(s_cases.Length)];
            bool isJson = random.Next(4) == 0;
            byte[] input;
            Func<string> read;
            if (isJson)
            {
                KitbagJsonOptions options = s_json[random.Next(s_json.Length)];
                input = Mutator.Json(random, test.SerializeJsonToUtf8Bytes(s_json[1]), other.SerializeJsonToUtf8Bytes(s_json[1]));
                read = () => Outcome(() => test.DeserializeJson(input, options), v => KitbagJson.Serialize(test.Type, v, s_json[1]), input.Length);
            }
            else
            {
                KitbagOptions options = OptionsOf(random, test, other);
                // A document of another type now and then, for plans and what is passed over.
                TestCase source = random.Next(8) == 0 ? other : test;
                input = Mutator.Binary(random, source.Serialize(options), other.Serialize(KitbagOptions.Bare));
                bool isInPieces = random.Next(8) == 0;
                read = () =>
                {
                    string outcome = Outcome(() => test.Deserialize(input, options), v => KitbagSerializer.Serialize(test.Type, v), input.Length);
                    if (!isInPieces)
                        return outcome;
                    string stream = Outcome(() => test.Deserialize(new MemoryStream(input), options), _ => { }, input.Length);
                    string sequence = Outcome(() => test.Deserialize(new ReadOnlySequence<byte>(input), options), _ => { }, input.Length);
                    return outcome != stream || outcome != sequence ? "! " + outcome + ", of a stream: " + stream + ", of a sequence: " + sequence : outcome;
                };
            }
            if (input.Length > LargestInput)
                return true;

            string result = "";
            long milliseconds = 0, allocated = 0;
            // What was slow once was perhaps the machine.
            for (int i = 0; i < 3; i++)
            {
                long before = GC.GetAllocatedBytesForCurrentThread();
                var watch = Stopwatch.StartNew();
                result = read();
                milliseconds = watch.ElapsedMilliseconds;
                allocated = GC.GetAllocatedBytesForCurrentThread() - before;
                if (milliseconds <= SlowMilliseconds)
                    break;
            }
            if (milliseconds > SlowMilliseconds)
                result = "! took " + Text(milliseconds) + " ms; " + result;
            // JSON has no budget, and three readings are not one.
            else if (!isJson && allocated > MostAllocated * (result.StartsWith("ok", StringComparison.Ordinal) ? 3 : 2) + input.Length * 64L)
                result = "! allocated " + Text(allocated) + " bytes of " + Text(Budget) + "; " + result;
            bool isFine = !result.StartsWith('!');
            if (!isFine || isLoud)
                Console.WriteLine((isFine ? "" : "FOUND ") + test.Name + (isJson ? ", JSON" : ", binary") + ": " + result + "\n  again: ./build.sh fuzz one " + Text(seed) + "\n  input: " + Shown(input, isJson));
            return isFine;
        }

        private static KitbagOptions OptionsOf(Random random, TestCase test, TestCase other) => random.Next(6) switch
        {
            0 => new KitbagOptions { Limits = s_limits, Checksum = true },
            1 => new KitbagOptions { Limits = s_limits, Schema = KitbagSchemaMode.Fingerprint, KnownSchemas = new[] { other.Schema } },
            2 => new KitbagOptions { Limits = s_limits, Schema = KitbagSchemaMode.Bare, BareSchema = random.Next(2) == 0 ? test.Schema : null },
            3 => new KitbagOptions { Limits = s_limits, Schema = KitbagSchemaMode.Bare },
            4 => new KitbagOptions { Limits = s_limits, Numbers = KitbagNumbers.RawEverywhere },
            _ => new KitbagOptions { Limits = s_limits },
        };

        private static string Outcome(Func<object?> read, Action<object?> write, int length)
        {
            object? value;
            try
            {
                value = read();
            }
            catch (KitbagException e)
            {
                if (e.Reason == KitbagErrorReason.Defect)
                    return "! " + e;
                if (e.Offset < 0 || e.Offset > length)
                    return "! an offset outside of the " + Text(length) + " bytes: " + e;
                return e.Reason + " at " + Text(e.Offset) + " " + e.Path;
            }
            catch (Exception e)
            {
                return "! " + e;
            }
            try
            {
                // What has been read has to be writable.
                write(value);
                return "ok";
            }
            catch (Exception e)
            {
                return "! what was read cannot be written: " + e;
            }
        }

        private static string Shown(byte[] input, bool isJson) => input.Length > 4096
            ? Text(input.Length) + " bytes"
            : isJson ? Encoding.UTF8.GetString(input) : Convert.ToHexString(input);

        private static string Text(long number) => number.ToString(CultureInfo.InvariantCulture);
    }
}
