using System.Collections.Generic;
using System.Linq;
using System.Reflection;
using System.Runtime.Loader;

namespace Kitbag.Unity.Tests
{
    /// <summary>
    /// A program that simulates a player: it starts assemblies like Unity does, and prints documents and the results of tests.
    /// </summary>
    internal static class Player
    {
        private const string Source = @"
using System;
using System.Collections.Generic;
using System.IO;
using System.Reflection;

public static class Player
{
    private static readonly string[] s_assemblies = { ASSEMBLIES };

    public static int Main(string[] arguments)
    {
        // Twice, as if play mode were entered again without a domain reload.
        for (int i = 0; i < 2; i++)
        {
            foreach (string name in s_assemblies)
                Start(Assembly.Load(name));
        }
        Game.Shared.Codecs.Register();
        foreach (KeyValuePair<string, byte[]> document in Game.Play.Documents.All())
            Print(document.Key, document.Value);
        Print(""settings"", Settings.Document());
        Sample(Path.GetTempFileName());
TESTS
        return 0;
    }

    private static void Start(Assembly assembly)
    {
        foreach (Type type in assembly.GetTypes())
        {
            foreach (MethodInfo method in type.GetMethods(BindingFlags.Static | BindingFlags.Public | BindingFlags.NonPublic))
            {
                if (method.IsDefined(typeof(UnityEngine.RuntimeInitializeOnLoadMethodAttribute), false))
                    method.Invoke(null, null);
            }
        }
    }

    private static void Print(string name, byte[] bytes) =>
        Console.WriteLine(name + "": "" + BitConverter.ToString(bytes).Replace(""-"", """"));

    private static void Sample(string path)
    {
        var game = new Kitbag.Samples.SaveGame { Hero = ""Ada"" };
        game.Earn(7);
        game.Quests.Add(new Kitbag.Samples.Hunt { Prey = ""boars"", Left = 2 });
        Kitbag.Samples.SaveSlot.Save(path, game);
        Print(""sample"", File.ReadAllBytes(path));
        Kitbag.Samples.SaveGame again = Kitbag.Samples.SaveSlot.Load(path);
        Console.WriteLine(again.Hero + "" "" + again.Gold + "" "" + again.Quests[0].Title);
        File.Delete(path);
    }

    private static void Test(string name, Action test)
    {
        test();
        Console.WriteLine(name + "" passed"");
    }
}";

        /// <summary>Compiles the program for a compiled project.</summary>
        /// <param name="project">The project.</param>
        /// <param name="loaded">The context in which its assemblies are loaded.</param>
        public static byte[] Compile(UnityProject project, AssemblyLoadContext loaded)
        {
            IEnumerable<string> tests = Tests(loaded, "Kitbag.Unity.Tests").Select(test => "        Test(\"" + test.Name + "\", new "
                + test.DeclaringType!.FullName + "()." + test.Name + ");");
            return project.CompileProgram("Player", Source
                .Replace("ASSEMBLIES", string.Join(", ", project.Images.Keys.Select(name => "\"" + name + "\"")),
                    System.StringComparison.Ordinal)
                .Replace("TESTS", string.Join("\n", tests), System.StringComparison.Ordinal));
        }

        /// <summary>The tests of an assembly.</summary>
        public static IEnumerable<MethodInfo> Tests(AssemblyLoadContext loaded, string assembly) => loaded.Assemblies
            .Single(a => a.GetName().Name == assembly).GetTypes().SelectMany(type => type.GetMethods())
            .Where(m => m.GetCustomAttributesData().Any(a => a.AttributeType.FullName == "NUnit.Framework.TestAttribute"))
            .OrderBy(m => m.Name, System.StringComparer.Ordinal);
    }
}
