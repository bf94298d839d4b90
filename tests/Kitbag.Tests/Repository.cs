using System;
using System.IO;

namespace Kitbag.Tests
{
    internal static class Repository
    {
        /// <summary>The folder of the repository, which is above that of the tests.</summary>
        public static string Root { get; } = Find();

        private static string Find()
        {
            for (DirectoryInfo? d = new DirectoryInfo(AppContext.BaseDirectory); d != null; d = d.Parent)
            {
                if (File.Exists(Path.Combine(d.FullName, "Kitbag.slnx")))
                    return d.FullName;
            }
            throw new DirectoryNotFoundException("No folder above the tests has Kitbag.slnx.");
        }
    }
}
