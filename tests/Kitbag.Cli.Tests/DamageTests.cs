using System;
using System.Globalization;
using System.IO;
using System.Linq;
using System.Text;
using Kitbag.Cli.Tests.Game;
using Kitbag.Schema;
using Xunit;

namespace Kitbag.Cli.Tests
{
    /// <summary>
    /// Every command answers damaged input with a result or with one line of error. KITBAG_CLI_FUZZ is the number of mutations for each
    /// command (`./build.sh tool-fuzz`), KITBAG_CLI_FUZZ_SEED the first seed.
    /// </summary>
    public class DamageTests
    {
        private static int Seed => Number("KITBAG_CLI_FUZZ_SEED", 1);

        private static int Number(string name, int otherwise) =>
            int.TryParse(Environment.GetEnvironmentVariable(name), CultureInfo.InvariantCulture, out int number) ? number : otherwise;

        [Fact]
        public void Every_command_succeeds_on_intact_files()
        {
            Fuzzing.Each(Fuzzing.Files.Count, (folder, i) =>
            {
                foreach (string command in Fuzzing.Commands)
                    Fuzzing.Run(folder, command, Fuzzing.Files[i], "an intact file");
            });
        }

        [Fact]
        public void Every_truncation_is_answered()
        {
            bool isLong = Number("KITBAG_CLI_FUZZ", 0) != 0;
            foreach (byte[] file in Fuzzing.Files)
            {
                // A document and a file of blocks are truncated at every byte, the others at some positions.
                int step = isLong || file == Fuzzing.Files[0] || file == Fuzzing.Files[4] ? 1 : 11;
                Fuzzing.Each((file.Length + step - 1) / step, (folder, i) =>
                {
                    int length = i * step;
                    foreach (string command in isLong ? Fuzzing.Commands : [Fuzzing.Commands[length % Fuzzing.Commands.Count]])
                        Fuzzing.Run(folder, command, file[..length], "the first " + length + " bytes");
                });
            }
        }

        [Fact]
        public void Mutations_are_answered() => Fuzzing.Mutations(Number("KITBAG_CLI_FUZZ", 20) * Fuzzing.Commands.Count, Seed);

        [Fact]
        public void Any_query_is_answered()
        {
            string[] words =
            [
                "Zones", "Entities", "Name", "Level", "Prices", "[*]", "[0]", "[^1]", "[1..2]", "[", "]", "(", ")", ".", "..", "==",
                "<", ">=", "&&", "||", "!", "+", "-", "*", "/", "%", "|", ",", ":", "=", "count", "sum", "group", "sort", "desc",
                "select", "first", "where", "distinct", "keys(", "length(", "type(", "exists(", "\"iron\"", "'x'", "`Name`", "5", "1.5",
                "1e400", "null", "true", "$", "@", "#",
            ];
            Fuzzing.Each(Number("KITBAG_CLI_FUZZ", 500), (folder, i) =>
            {
                var random = new Random(Seed + i);
                string query = string.Join(random.Next(2) == 0 ? "" : " ",
                    Enumerable.Range(0, random.Next(1, 12)).Select(_ => words[random.Next(words.Length)]));
                Fuzzing.Answer(folder, "query", "world.bin", query);
            });
        }

        [Fact]
        public void Any_path_is_answered()
        {
            string[] parts =
            [
                "Zones", "Entities", "Name", "Prices", "[0]", "[3]", "[99]", "[-1]", "[^1]", "[\"iron\"]", "[iron]", "['x", "]", "[",
                ".", "$", "#Zone[0]", "Position", "X", "Bag", "Target", "Health", " ", "\0", "日本",
            ];
            string[] values =
                ["5", "-1", "null", "\"x\"", "[]", "{}", "1e999", "true", "[1,2", "{\"Name\":5}", "", "NaN", "99999999999999999999"];
            Fuzzing.Each(Number("KITBAG_CLI_FUZZ", 200), (folder, i) =>
            {
                var random = new Random(Seed + i);
                string path = string.Join(random.Next(2) == 0 ? "." : "",
                    Enumerable.Range(0, random.Next(1, 6)).Select(_ => parts[random.Next(parts.Length)]));
                Fuzzing.Answer(folder, "get", "world.bin", path);
                Fuzzing.Answer(folder, "set", "world.bin", path, values[random.Next(values.Length)], "--out", "out.kit");
            });
        }

        [Fact]
        public void Any_lock_file_is_answered()
        {
            string text = SchemaLock.Empty.Update(SchemaForm.Of([KitbagSchema.Of<World>().Root], new SchemaNotes())).Release("1.0")
                .ToString();
            // The first type with a name has a separate form in JSON.
            int end = text.IndexOf("\n\n", text.IndexOf("  Name: ", StringComparison.Ordinal), StringComparison.Ordinal);
            byte[] lockFile = Encoding.UTF8.GetBytes(text.Insert(end, "\n  json Name, as \"n\", unless null"));
            Fuzzing.Each(Number("KITBAG_CLI_FUZZ", 100), (folder, i) =>
            {
                File.WriteAllBytes(Path.Combine(folder, "kitbag.lock"), i == 0 ? lockFile : Fuzzing.Mutate(lockFile, new Random(Seed + i)));
                if (i == 0)
                    ToolRun.Good(folder, "json", "world.bin", "--lock", "kitbag.lock");
                Fuzzing.Answer(folder, "json", "world.bin", "--lock", "kitbag.lock");
                Fuzzing.Answer(folder, "pack", "world.json", "--like", "world.bin", "--lock", "kitbag.lock", "--out", "out.kit");
                Fuzzing.Answer(folder, "compat", "world.bin", "--lock", "kitbag.lock");
                Fuzzing.Answer(folder, "compat", "world.bin", "--lock", "kitbag.lock", "--release", "1.0");
                Fuzzing.Answer(folder, "schema", "world.bin", "--against", "kitbag.lock");
            });
        }

        [Fact]
        public void Any_JSON_is_answered_by_pack()
        {
            Fuzzing.Each(Number("KITBAG_CLI_FUZZ", 150), (folder, i) =>
            {
                byte[] json = File.ReadAllBytes(Path.Combine(folder, "world.json"));
                File.WriteAllBytes(Path.Combine(folder, "damaged.json"), Fuzzing.Mutate(json, new Random(Seed + i)));
                Fuzzing.Answer(folder, "pack", "damaged.json", "--like", "world.bin", "--out", "out.kit");
            });
        }
    }
}
