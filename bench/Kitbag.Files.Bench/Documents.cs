using System;
using System.Collections.Generic;
using System.Diagnostics;
using System.IO;
using System.Linq;
using Kitbag.Dynamic;
using Workloads;

namespace Kitbag.Files.Bench
{
    /// <summary>Compares creating the JSON of a document without its types with reading the value and writing its JSON.</summary>
    internal static class Documents
    {
        /// <summary>The name of each workload, and both ways to create its JSON: without the types, and with them.</summary>
        public static IEnumerable<(string Name, Action Document, Action Typed)> All()
        {
            yield return Of("envelope", Data.Envelope());
            yield return Of("person", Data.Persons(1)[0]);
            yield return Of("10 persons", Data.Persons(10));
            yield return Of("number", 5);
            yield return Of("string", "Test");
            yield return Of("vector", Data.Vectors(1)[0]);
            yield return Of("10 vectors", Data.Vectors(10));
            yield return Of("10 floats", Data.Floats(10));
            yield return Of("map", new Dictionary<string, int> { ["iron"] = 12, ["silver"] = 80, ["salt"] = 3 });
            yield return Of("persons", Data.Persons(1000));
            yield return Of("save game", Data.SaveGame());
            yield return Of("word graph", Data.Words());
            yield return Of("vectors", Data.Vectors(10_000));
            yield return Of("floats", Data.Floats(10_000));
            if (Environment.GetEnvironmentVariable("KITBAG_DATA") is { Length: > 0 } folder)
            {
                var camel = new KitbagJsonOptions { Naming = KitbagJsonNaming.CamelCase };
                var snake = new KitbagJsonOptions { Naming = KitbagJsonNaming.SnakeCase };
                yield return Of("citm", KitbagJson.Deserialize<Catalogue>(
                    File.ReadAllBytes(Path.Combine(folder, "json", "citm_catalog.json")), camel));
                yield return Of("twitter", KitbagJson.Deserialize<TwitterPage>(
                    File.ReadAllBytes(Path.Combine(folder, "json", "twitter.json")), snake));
            }
        }

        private static (string Name, Action Document, Action Typed) Of<[KitbagRoot] T>(string name, T value)
        {
            byte[] bytes = KitbagSerializer.Serialize(value);
            return (name,
                () => KitbagDocument.Parse(bytes).ToJson(),
                () => KitbagJson.Serialize(KitbagSerializer.Deserialize<T>(bytes)));
        }

        /// <summary>
        /// Warms up both ways, and returns how many calls take about a millisecond. A few calls with a small document would measure
        /// unoptimized code and the overhead of the clock.
        /// </summary>
        public static int CallsPerRound(Action document, Action typed)
        {
            var clock = Stopwatch.StartNew();
            int calls = 0;
            for (; clock.ElapsedMilliseconds < 400; calls++)
            {
                document();
                typed();
            }
            return Math.Max(1, calls / 200);
        }

        /// <summary>Runs one way of one workload, for a profiler: <c>--documents "save game" typed 1000</c>.</summary>
        public static void Run(string name, bool isTyped, int rounds)
        {
            (string _, Action document, Action typed) = All().Single(w => w.Name == name);
            for (int i = 0; i < rounds; i++)
                (isTyped ? typed : document)();
        }
    }
}
