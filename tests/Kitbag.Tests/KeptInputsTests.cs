using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using Kitbag.Fuzz;
using Xunit;

namespace Kitbag.Tests
{
    /// <summary>
    /// Inputs that the fuzzer found: each file in KeptInputs is one input, which must give a value or a <see cref="KitbagException"/>
    /// with a position, within the budget.
    /// </summary>
    public class KeptInputsTests
    {
        public static IEnumerable<object[]> Files() =>
            Directory.GetFiles(Folder, "*.txt").Select(file => new object[] { Path.GetFileName(file) });

        [Theory]
        [MemberData(nameof(Files))]
        public void Is_read_or_refused(string file)
        {
            FuzzInput input = FuzzInput.Parse(File.ReadAllText(Path.Combine(Folder, file)));
            input.Read();
            long before = GC.GetAllocatedBytesForCurrentThread();
            string result = input.Read();
            long allocated = GC.GetAllocatedBytesForCurrentThread() - before;
            Assert.False(result.StartsWith('!'), result);
            Assert.True(input.IsJson || allocated < 12 * FuzzInput.Budget, "Allocated " + allocated + " bytes.");
        }

        [Fact]
        public void An_input_is_a_line_of_text()
        {
            var input = new FuzzInput(false, 6, "int[] 7", "string", new byte[] { 0, 255 });
            Assert.Equal(input.ToString(), FuzzInput.Parse(input + "\n").ToString());
        }

        private static string Folder => Path.Combine(Repository.Root, "tests", "Kitbag.Tests", "KeptInputs");
    }
}
