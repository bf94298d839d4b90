using System;
using System.IO;
using System.Reflection;
using System.Runtime.CompilerServices;
using System.Runtime.Loader;
using Microsoft.CodeAnalysis;
using Xunit;

namespace Kitbag.Generator.Tests
{
    /// <summary>
    /// Tests assemblies that are loaded and unloaded while the program runs, such as plugins and scripts in the editors of engines.
    /// </summary>
    public class CollectibleContextTests
    {
        private const string Plugin = @"
using System.Collections.Generic;
using Kitbag;
public class State { public List<Item> Items = new List<Item>(); public Dictionary<string, State> Parts = new Dictionary<string, State>(); }
public interface IItem { }
public class Item : IItem { public int Count; public Kind Kind; public string Name = """"; }
public enum Kind { A, B }
public struct Point { public int X, Y; }
public static class Program
{
    public static int Run()
    {
        var state = new State { Items = { new Item { Count = 3, Kind = Kind.B } } };
        State again = KitbagSerializer.Deserialize<State>(KitbagSerializer.Serialize(state));
        again = KitbagJson.Deserialize<State>(KitbagJson.Serialize(again));
        again = (State)KitbagSerializer.Deserialize(typeof(State), KitbagSerializer.Serialize(typeof(State), again));
        again = (State)KitbagJson.Deserialize(typeof(State), KitbagJson.Serialize(typeof(State), again));
        Point[] points = KitbagSerializer.Deserialize<Point[]>(KitbagSerializer.Serialize(new[] { new Point { X = 1 } }));
        // A type of the framework: what finds its codec is static to all programs.
        Dictionary<System.Guid, decimal[]> shared = KitbagSerializer.Deserialize<Dictionary<System.Guid, decimal[]>>(
            KitbagSerializer.Serialize(new Dictionary<System.Guid, decimal[]>()));
        try { KitbagSerializer.Deserialize<State>(new byte[] { 1, 2, 3 }); } catch (KitbagException) { }
        return again.Items[0].Count + points[0].X + shared.Count;
    }
    public static void End() => KitbagGenerated.Unregister();
}";

        [Fact]
        public void Can_be_unloaded()
        {
            byte[] image = Harness.Build(Harness.Compile(Plugin, "Plugin"));
            WeakReference first = LoadAndUnload(image), second = LoadAndUnload(image);
            for (int i = 0; i < 20 && (first.IsAlive || second.IsAlive); i++)
            {
                GC.Collect();
                GC.WaitForPendingFinalizers();
            }
            Assert.False(first.IsAlive);
            Assert.False(second.IsAlive);
        }

        /// <summary>Codecs that were unregistered are found again after they are registered again.</summary>
        [Fact]
        public void Can_be_registered_again()
        {
            Type program = Assembly.Load(Harness.Build(Harness.Compile(Plugin, "PluginAgain"))).GetType("Program")!;
            MethodInfo run = program.GetMethod("Run")!;
            for (int i = 0; i < 2; i++)
            {
                Assert.Equal(4, run.Invoke(null, null));
                program.GetMethod("End")!.Invoke(null, null);
                var e = Assert.Throws<TargetInvocationException>(() => run.Invoke(null, null));
                Assert.IsType<KitbagException>(e.InnerException);
                program.Assembly.GetType("Kitbag.KitbagGenerated")!.GetMethod("Register", BindingFlags.NonPublic | BindingFlags.Static)!
                    .Invoke(null, null);
            }
        }

        [MethodImpl(MethodImplOptions.NoInlining)]
        private static WeakReference LoadAndUnload(byte[] image)
        {
            var context = new AssemblyLoadContext("Plugin", isCollectible: true);
            Type program = context.LoadFromStream(new MemoryStream(image)).GetType("Program")!;
            Assert.Equal(4, program.GetMethod("Run")!.Invoke(null, null));
            program.GetMethod("End")!.Invoke(null, null);
            context.Unload();
            return new WeakReference(context);
        }
    }
}
