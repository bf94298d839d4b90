using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Reflection;
using System.Runtime.Loader;
using Kitbag.Codecs;
using Xunit;

namespace Kitbag.Tests
{
    /// <summary>The public API of each build is listed in a file, so that changes of it are reviewed.</summary>
    public class PublicApiTests
    {
        private static readonly Type[] s_types = typeof(KitbagSerializer).Assembly.GetExportedTypes();

        [Theory]
        [InlineData("net8.0")]
        [InlineData("netstandard2.1")]
        [InlineData("netstandard2.0")]
        public void Is_that_of_the_file(string framework)
        {
            string file = Path.Combine(Repository.Root, "src", "Kitbag", "PublicAPI." + framework + ".txt");
            string[] found = PublicApiText.Of(Build(framework));
            if (Environment.GetEnvironmentVariable("KITBAG_WRITE_API") == "1")
                File.WriteAllText(file, string.Join("\n", found) + "\n");
            string[] written = File.ReadAllLines(file);
            string[] changes = found.Except(written).Select(line => "+ " + line).Concat(written.Except(found).Select(line => "- " + line))
                .ToArray();
            Assert.True(changes.Length == 0, "The public API has changed. What only generated code calls is to be hidden: "
                + "[EditorBrowsable(EditorBrowsableState.Never)]. Run the tests once with KITBAG_WRITE_API=1 where the change is meant:\n"
                + string.Join("\n", changes));
        }

        /// <summary>Users cannot call a member that has a hidden type in its signature.</summary>
        [Fact]
        public void No_visible_member_has_a_hidden_type()
        {
            const BindingFlags All = BindingFlags.Public | BindingFlags.NonPublic | BindingFlags.Instance | BindingFlags.Static
                | BindingFlags.DeclaredOnly;
            // Sealed codecs are only passed to codecs of the program; the members that they override are hidden in their bases.
            foreach (Type type in s_types.Where(t => !PublicApiText.IsHidden(t) && !(t.IsSealed && typeof(Codec).IsAssignableFrom(t))))
            {
                foreach (MethodBase method in type.GetMethods(All).Concat<MethodBase>(type.GetConstructors(All)))
                {
                    if (!(method.IsPublic || method.IsFamily || method.IsFamilyOrAssembly) || PublicApiText.IsHidden(method)
                        || method.IsSpecialName)
                        continue;
                    IEnumerable<Type> signature = method.GetParameters().Select(p => p.ParameterType)
                        .Concat(method is MethodInfo info ? new[] { info.ReturnType } : Array.Empty<Type>());
                    Assert.False(signature.Any(t => PublicApiText.IsHidden(Inner(t))), type.Name + "." + method.Name + " is visible");
                }
            }
        }

        /// <summary>
        /// A program's own codecs derive from SurrogateCodec, CollectionCodec or MapCodec. Codec itself is closed: what it writes is
        /// described by a kind of schema, which every other reader knows, and no program can add one.
        /// </summary>
        [Fact]
        public void Codec_itself_cannot_be_derived()
        {
            foreach (Type type in new[] { typeof(Codec), typeof(Codec<>) })
            {
                foreach (ConstructorInfo constructor in type.GetConstructors(
                    BindingFlags.Public | BindingFlags.NonPublic | BindingFlags.Instance))
                    Assert.True(constructor.IsFamilyAndAssembly, type.Name);
            }
        }

        private static Type Inner(Type type) => type.IsByRef || type.IsArray ? Inner(type.GetElementType()!) : type;

        // The builds for .NET Standard run on .NET, too; the test project builds them.
        private static Assembly Build(string framework)
        {
            if (framework == "net8.0")
                return typeof(KitbagSerializer).Assembly;
            string configuration = new DirectoryInfo(AppContext.BaseDirectory.TrimEnd(Path.DirectorySeparatorChar)).Parent!.Name;
            string path = Path.Combine(Repository.Root, "src", "Kitbag", "bin", configuration, framework, "Kitbag.dll");
            return new AssemblyLoadContext(framework).LoadFromAssemblyPath(path);
        }
    }
}
