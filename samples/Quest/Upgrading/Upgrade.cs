using System;
using System.IO;
using System.Linq;
using Kitbag;
using Quest.Content;
using Quest.Reporting;

namespace Quest.Upgrading
{
    /// <summary>
    /// The first version of the game saves its content, the next one loads it, and saves it for the first one. Shows the reports, and
    /// checks that all values were read.
    /// </summary>
    public static class Upgrade
    {
        /// <summary>Shows the steps.</summary>
        /// <param name="content">The directory of the content; null if there is none.</param>
        /// <param name="directory">The directory for the saves.</param>
        /// <param name="report">The output.</param>
        /// <returns>Whether all values were read.</returns>
        public static bool Show(string? content, string directory, IReport report)
        {
            if (content == null)
            {
                report.Line("There is no content to upgrade: name its directory with --content, or its parent in KITBAG_DATA.");
                return true;
            }

            GameContent before = ContentReader.Read(content);
            string save = Path.Combine(directory, "Content.kit");
            long length = KitbagFile.Save(save, before).Length;
            report.Line(FormattableString.Invariant(
                $"1. The first version saves {before.Blocks.Count:N0} blocks and the rest: {length:N0} bytes."));

            Next.GameContent after = KitbagFile.Load<Next.GameContent>(save, out _, out KitbagReadReport upgrade);
            Print(report, "2. The next version loads it.", upgrade);
            string[] wrong = ContentComparison.Compare(before, after).ToArray();
            report.Line(wrong.Length == 0
                ? "3. Each value that has a place is there, under its new name and in its new type."
                : "3. NOT what was saved: " + string.Join("; ", wrong.Take(10)));

            KitbagFile.Save(save, after);
            KitbagFile.Load<Next.GameContent>(save, out _, out KitbagReadReport own);
            Print(report, "4. It saves its own, and loads that.", own);

            GameContent back = KitbagFile.Load<GameContent>(save, out _, out KitbagReadReport downgrade);
            Print(report, "5. The first version loads what the next one saved.", downgrade);
            bool isBack = back.Items.Select(item => (item.Id, item.StackSize)).SequenceEqual(before.Items.Select(i => (i.Id, i.StackSize)))
                && back.Blocks.Select(block => block.States.Count).SequenceEqual(before.Blocks.Select(block => block.States.Count));

            var byName = new KitbagJsonOptions { EnumsByName = true };
            byte[] json = KitbagJson.SerializeToUtf8Bytes(before, byName);
            Next.GameContent fromJson = KitbagJson.Deserialize<Next.GameContent>(json, out KitbagReadReport text, byName);
            Print(report, "6. The next version reads the first one's JSON.", text);
            string[] wrongInJson = ContentComparison.Compare(before, fromJson).ToArray();
            report.Line(wrongInJson.Length == 0
                ? "7. Each value that has a place is there as well."
                : "7. NOT what was written: " + string.Join("; ", wrongInJson.Take(10)));
            return wrong.Length == 0 && wrongInJson.Length == 0 && isBack && own.IsOwnSchema;
        }

        private static void Print(IReport report, string step, KitbagReadReport read)
        {
            report.Line(step);
            foreach (string line in read.ToString().Split('\n'))
            {
                report.Line("   " + line);
            }
        }
    }
}
