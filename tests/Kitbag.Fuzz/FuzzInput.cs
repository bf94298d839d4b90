using System;
using System.Buffers;
using System.Globalization;
using System.IO;
using System.Linq;
using Kitbag.TestCases;

namespace Kitbag.Fuzz
{
    /// <summary>
    /// Damaged bytes, the case whose type is read from them, and the options. Its text is one line: format, options, case, other case, and
    /// the bytes in hexadecimal. Inputs that fail are stored in tests/Kitbag.Tests/KeptInputs, and each test run reads them again.
    /// </summary>
    internal sealed record FuzzInput(bool IsJson, int Options, string Case, string Other, byte[] Bytes)
    {
        /// <summary>The number of variants of options for each format.</summary>
        public const int BinaryOptions = 7, JsonOptions = 4;

        /// <summary>The limit for allocations of one read, in bytes.</summary>
        public const long Budget = 4 << 20;

        private static readonly KitbagLimits s_limits = new KitbagLimits { MaxAllocation = Budget };

        private static readonly KitbagJsonOptions[] s_json =
        {
            KitbagJsonOptions.Default,
            new KitbagJsonOptions
            {
                NonFinite = KitbagJsonNonFinite.AsStrings, AllowComments = true, AllowTrailingCommas = true, Format = KitbagJsonFormat.Text,
            },
            new KitbagJsonOptions { EnumsByName = true, Duplicates = KitbagJsonDuplicates.LastWins, OmitDefaults = true },
            new KitbagJsonOptions
            {
                EnumsByName = true,
                AllowComments = true,
                AllowTrailingCommas = true,
                CaseInsensitive = true,
                Duplicates = KitbagJsonDuplicates.Refuse,
            },
        };

        /// <summary>The options to write the JSON that is then damaged. They support every value.</summary>
        public static KitbagJsonOptions Writing => s_json[1];

        /// <summary>Returns the options to read a binary document.</summary>
        /// <param name="number">The number of the variant, from 0 to <see cref="BinaryOptions"/>, exclusive.</param>
        /// <param name="test">The case whose type is read.</param>
        /// <param name="other">A case of another type, whose schema is a known one.</param>
        public static KitbagOptions OptionsOf(int number, TestCase test, TestCase other) => number switch
        {
            0 => new KitbagOptions { Limits = s_limits, Checksum = true },
            1 => new KitbagOptions { Limits = s_limits, Schema = KitbagSchemaMode.Fingerprint, KnownSchemas = new[] { other.Schema } },
            2 => new KitbagOptions { Limits = s_limits, Schema = KitbagSchemaMode.Bare, BareSchema = test.Schema },
            3 => new KitbagOptions { Limits = s_limits, Schema = KitbagSchemaMode.Bare },
            4 => new KitbagOptions { Limits = s_limits, Numbers = KitbagNumbers.RawEverywhere },
            _ => new KitbagOptions { Limits = s_limits },
        };

        /// <summary>Reads the bytes. Returns "ok", the error, or a failure, which begins with an exclamation mark.</summary>
        public string Read()
        {
            TestCase test = Find(Case);
            if (IsJson)
                return Outcome(() => test.DeserializeJson(Bytes, s_json[Options]), v => KitbagJson.Serialize(test.Type, v, Writing));
            KitbagOptions options = OptionsOf(Options, test, Find(Other));
            string outcome = Outcome(() => test.Deserialize(Bytes, options), v => KitbagSerializer.Serialize(test.Type, v));
            // One variant is also read from a sequence of several segments.
            if (Options != BinaryOptions - 1)
                return outcome;
            string stream = Outcome(() => test.Deserialize(new MemoryStream(Bytes), options), _ => { });
            string sequence = Outcome(() => test.Deserialize(new ReadOnlySequence<byte>(Bytes), options), _ => { });
            return outcome != stream || outcome != sequence
                ? "! " + outcome + ", of a stream: " + stream + ", of a sequence: " + sequence
                : outcome;
        }

        /// <summary>Whether the allocation budget limits all allocations of reading.</summary>
        public bool IsWithinBudget => !IsJson && !Find(Case).AllocatesByItself;

        public override string ToString() => string.Join(
            '\t', IsJson ? "json" : "binary", Options.ToString(CultureInfo.InvariantCulture), Case, Other, Convert.ToHexString(Bytes));

        public static FuzzInput Parse(string line)
        {
            string[] parts = line.TrimEnd('\n').Split('\t');
            int options = int.Parse(parts[1], CultureInfo.InvariantCulture);
            return new FuzzInput(parts[0] == "json", options, parts[2], parts[3], Convert.FromHexString(parts[4]));
        }

        private static TestCase Find(string name) => Cases.All.Single(c => c.Name == name);

        private string Outcome(Func<object?> read, Action<object?> write)
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
                if (IsJson && (e.Line <= 0 || e.Column <= 0 || e.Path.Length == 0))
                    return "! a failure without a place: " + e;
                return e.Offset < 0 || e.Offset > Bytes.Length
                    ? "! an offset outside of the " + Bytes.Length.ToString(CultureInfo.InvariantCulture) + " bytes: " + e
                    : e.Reason + " at " + e.Offset.ToString(CultureInfo.InvariantCulture) + " " + e.Path;
            }
            catch (Exception e)
            {
                return "! " + e;
            }
            try
            {
                // It must be possible to write the value that was read.
                write(value);
                return "ok";
            }
            catch (Exception e)
            {
                return "! what was read cannot be written: " + e;
            }
        }
    }
}
