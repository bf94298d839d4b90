using System.Diagnostics;
using System.Reflection.PortableExecutable;
using System.Runtime;
using Kitbag;
using Workloads;

// Each process executes one command, because only the first call compiles methods:
//   make FILE        writes the save game
//   load FILE MAX    reads it, and fails if more than MAX methods are compiled
//   save FILE MAX    does the same for writing, without counting the reading before
//   images FILE...   fails if a file is not a ReadyToRun image
string file = args[1];
if (args[0] == "images")
{
    foreach (string path in args[1..])
    {
        using var image = new PEReader(File.OpenRead(path));
        if (image.PEHeaders.CorHeader!.ManagedNativeHeaderDirectory.Size == 0)
            throw new InvalidDataException(path + " holds IL only.");
    }
    return 0;
}
if (args[0] == "make")
{
    File.WriteAllBytes(file, KitbagSerializer.Serialize(Data.SaveGame()));
    return 0;
}

byte[] bytes = File.ReadAllBytes(file);
long before = JitInfo.GetCompiledMethodCount(), start = Stopwatch.GetTimestamp();
World world = KitbagSerializer.Deserialize<World>(bytes);
if (args[0] == "save")
{
    before = JitInfo.GetCompiledMethodCount();
    start = Stopwatch.GetTimestamp();
    bytes = KitbagSerializer.Serialize(world);
}
TimeSpan time = Stopwatch.GetElapsedTime(start);
long compiled = JitInfo.GetCompiledMethodCount() - before;
Console.WriteLine($"The first {args[0]} compiled {compiled} methods (at most {args[2]}) and took {time.TotalMilliseconds:F1} ms.");
return world.Zones!.Count != 0 && bytes.Length != 0 && compiled <= int.Parse(args[2]) ? 0 : 1;
