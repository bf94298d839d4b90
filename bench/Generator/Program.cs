using System;
using System.Collections.Generic;
using System.Collections.Immutable;
using System.Diagnostics;
using System.Globalization;
using System.IO;
using System.Linq;
using Kitbag;
using Kitbag.Bench.Generator;
using Kitbag.Generator;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;

// Measures what the generator costs in a project with many serialized types: the first run, edits, builds. Arguments: the number of types
// (500 by default); `first` measures only the first run; `build` also measures builds, `build once` in one round; `sizes` prints only the
// size of the generated code; `open` measures only a program whose own generic methods call Kitbag; `ten` measures only builds of classes
// with ten members, also with MemoryPack's generator if the environment variable MEMORYPACK names the folder of its assemblies.
const int Edits = 20;
int types = args.Length > 0 && int.TryParse(args[0], out int wanted) ? wanted : 500;
SortedDictionary<string, string> sources = Game.Sources(types);
var parsing = new CSharpParseOptions(LanguageVersion.CSharp9);
if (args.Contains("sizes"))
{
    PrintSizes();
    return;
}
if (args.Contains("open"))
{
    MeasureOpenRoots();
    return;
}
if (args.Contains("ten"))
{
    Builds.MeasureTen(types, args.Contains("once") ? 1 : 3, Environment.GetEnvironmentVariable("MEMORYPACK"));
    return;
}
CSharpCompilation game = Compile(sources);

Console.WriteLine(types + " classes, " + sources.Count + " files, Roslyn " + typeof(CSharpCompilation).Assembly.GetName().Version
    + ", .NET " + Environment.Version + ", " + Environment.ProcessorCount + " cores");
Console.WriteLine();
Console.WriteLine("| generator | ms |");
Console.WriteLine("|---|---|");
Row("first run in a process", Run(Driver(tracked: true), game, out GeneratorDriver driver));
string[] first = Steps(driver);
if (args.Contains("first"))
{
    Console.WriteLine("processor time of the process: "
        + Process.GetCurrentProcess().TotalProcessorTime.TotalMilliseconds.ToString("F0", CultureInfo.InvariantCulture) + " ms; "
        + string.Join("; ", first));
    return;
}
int generatedFiles = driver.GetRunResult().GeneratedTrees.Length;
Row("first run with a warm compiler", Enumerable.Range(0, 10).Min(_ => Run(Driver(), Compile(sources), out GeneratorDriver _)));
Row("edit in a method of another file", Median(Edits,
    i => Edited("Logic/Logic007.cs", Game.Logic(7, "            Console.WriteLine(" + i + ");\n"))));
Row("edit of the file with the calls", Median(Edits, i => Edited("Saving.cs", "// " + i + "\n" + sources["Saving.cs"])));
Row("edit of a serialized type", Median(Edits,
    i => Edited("Model/" + Game.Name(7) + ".cs", Game.Class(7, types, "        public int Extra" + i + " { get; set; }\n"))));
MeasureLock();
Console.WriteLine();
Console.WriteLine(generatedFiles + " files generated, " + driver.GetRunResult().GeneratedTrees.Sum(t => (long)t.Length) / 1024 + " KiB");
Console.WriteLine();
Console.WriteLine("Steps of the first run: " + string.Join("; ", first));
Run(driver, Replace("Logic/Logic007.cs", Game.Logic(7, "            Console.WriteLine();\n")), out GeneratorDriver edited);
Console.WriteLine("Steps of an edit in a method of another file: " + string.Join("; ", Steps(edited)));

if (args.Contains("build"))
    Builds.Measure(sources, args.Contains("once") ? 1 : 4);

void MeasureOpenRoots()
{
    Console.WriteLine("| generator, " + types + " files with calls of generic methods | ms |");
    Console.WriteLine("|---|---|");
    CSharpCompilation program = Compile(OpenRoots.Sources(types));
    Row("first run in a process", Run(Driver(), program, out GeneratorDriver warm));
    Row("first run, the compiler being warm", Enumerable.Range(0, 5).Min(_ =>
        Run(Driver(), Compile(OpenRoots.Sources(types)), out GeneratorDriver _)));
    Row("edit in a method of another file", Median(Edits, i =>
        Run(warm, Replaced(program, "Model000.cs", "namespace Game { public class Model000 { public int Id { get; set; } "
            + "public string? Name { get; set; } public int Twice() { return Id * " + i + "; } } }"), out warm)));
    Row("edit in a method of a file with calls", Median(Edits, i =>
        Run(warm, Replaced(program, "Calls007.cs", OpenRoots.Calls(7, types, "System.Console.WriteLine(" + i + ");")), out warm)));
}

// The lock file of all types; one of them has lost a member since it was written.
void MeasureLock()
{
    CSharpCompilation changed = Replace("Model/" + Game.Name(7) + ".cs",
        Game.Class(7, types).Replace("public string? Title { get; set; }", "", StringComparison.Ordinal));
    var file = new LockFile("");
    string text = Locked(file, "Update").RunGenerators(game).GetRunResult().GeneratedTrees
        .Single(tree => tree.FilePath.EndsWith("Kitbag.Lock.g.cs", StringComparison.Ordinal)).ToString();
    // The package's targets extract the text in the same way.
    file = new LockFile(text.Substring(text.IndexOf('\n')).Replace("\n// ", "\n", StringComparison.Ordinal).Trim() + "\n");
    Row("the lock file of " + types + " types: parsed and compared", Enumerable.Range(0, 10).Min(_ =>
        Locked(file, "").RunGenerators(changed).GetRunResult().Results[0].TrackedSteps["Kitbag.Lock"]
            .Sum(step => step.ElapsedTime.TotalMilliseconds)));
}

GeneratorDriver Locked(LockFile file, string mode) => CSharpGeneratorDriver.Create(
    new[] { new KitbagGenerator().AsSourceGenerator() }, file.Text.Length == 0 ? Array.Empty<AdditionalText>() : new[] { file }, parsing,
    new LockOptions(mode), new GeneratorDriverOptions(IncrementalGeneratorOutputKind.None, trackIncrementalGeneratorSteps: true));

void PrintSizes()
{
    Console.WriteLine("| of a class with ten members | source, bytes | IL, bytes | assembly, bytes |");
    Console.WriteLine("|---|---:|---:|---:|");
    var programs = new[] { ("documents", TenMembers.Documents), ("documents and JSON", TenMembers.DocumentsAndJson) };
    foreach ((string what, string save) in programs)
    {
        CSharpCompilation program = Compile(TenMembers.Sources(types, save));
        Driver().RunGeneratorsAndUpdateCompilation(program, out Compilation output, out _);
        GeneratedSize size = GeneratedSize.Of(program, output, "Item", types);
        Console.WriteLine("| " + what + " | " + size.Text + " | " + size.Il + " | " + size.Assembly + " |");
    }
}

CSharpCompilation Compile(SortedDictionary<string, string> files) => CSharpCompilation.Create(
    "Game",
    files.Select(f => CSharpSyntaxTree.ParseText(f.Value, parsing, f.Key)),
    ((string)AppContext.GetData("TRUSTED_PLATFORM_ASSEMBLIES")!).Split(Path.PathSeparator)
        .Where(p => Path.GetFileName(p).StartsWith("System", StringComparison.Ordinal) || Path.GetFileName(p) == "netstandard.dll")
        .Append(typeof(KitbagSerializer).Assembly.Location)
        .Select(p => MetadataReference.CreateFromFile(p)),
    new CSharpCompilationOptions(
        OutputKind.DynamicallyLinkedLibrary, optimizationLevel: OptimizationLevel.Release,
            nullableContextOptions: NullableContextOptions.Enable));

GeneratorDriver Driver(bool tracked = false) => CSharpGeneratorDriver.Create(
    new[] { new KitbagGenerator().AsSourceGenerator() },
    parseOptions: parsing,
    driverOptions: new GeneratorDriverOptions(IncrementalGeneratorOutputKind.None, trackIncrementalGeneratorSteps: tracked));

// In an editor, the symbols of the compilation usually exist already. Here, the generator pays for those that it requests first.
double Run(GeneratorDriver from, CSharpCompilation compilation, out GeneratorDriver to)
{
    to = from.RunGenerators(compilation);
    if (to.GetRunResult().Results[0] is { Exception: { } e })
        throw e;
    return to.GetTimingInfo().GeneratorTimes.Single().ElapsedTime.TotalMilliseconds;
}

double Edited(string file, string text)
{
    double time = Run(driver, Replace(file, text), out driver);
    Run(driver, game, out driver);
    return time;
}

CSharpCompilation Replace(string file, string text) => Replaced(game, file, text);

CSharpCompilation Replaced(CSharpCompilation program, string file, string text) =>
    program.ReplaceSyntaxTree(program.SyntaxTrees.Single(t => t.FilePath == file), CSharpSyntaxTree.ParseText(text, parsing, file));

static string[] Steps(GeneratorDriver driver) => driver.GetRunResult().Results[0].TrackedSteps
    .Where(s => s.Key.StartsWith("Kitbag", StringComparison.Ordinal) || s.Key == "SourceOutput").OrderBy(s => s.Key, StringComparer.Ordinal)
    .Select(s => s.Key + ": " + string.Join(", ",
        s.Value.SelectMany(s => s.Outputs).GroupBy(o => o.Reason).Select(g => g.Count() + " " + g.Key)) + " in "
        + s.Value.Sum(s => s.ElapsedTime.TotalMilliseconds).ToString("F1", CultureInfo.InvariantCulture) + " ms").ToArray();

static double Median(int count, Func<int, double> run)
{
    double[] times = Enumerable.Range(0, count).Select(run).OrderBy(t => t).ToArray();
    return times[count / 2];
}

static void Row(string what, double ms) => Console.WriteLine("| " + what + " | " + ms.ToString("F1", CultureInfo.InvariantCulture) + " |");
