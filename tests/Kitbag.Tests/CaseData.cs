using System;
using System.Collections.Generic;
using System.Linq;
using Kitbag.TestCases;

namespace Kitbag.Tests
{
    /// <summary>The list of cases as data for xunit theories.</summary>
    public static class CaseData
    {
        public static IEnumerable<object[]> All() => Cases.All.Select(c => new object[] { c.Name });

        public static TestCase Get(string name) => Cases.All.Single(c => c.Name == name);

        /// <summary>All lengths below <paramref name="end"/>, or <paramref name="max"/> of them, evenly spaced.</summary>
        public static IEnumerable<int> Lengths(int end, int max)
        {
            int step = Math.Max(1, (end + max - 1) / max);
            for (int length = 0; length < end; length += step)
                yield return length;
        }

        /// <summary>The combinations of options with which documents are written.</summary>
        public static IEnumerable<KitbagOptions> Options()
        {
            foreach (KitbagSchemaMode schema in new[] { KitbagSchemaMode.Embedded, KitbagSchemaMode.Fingerprint, KitbagSchemaMode.Bare })
            {
                foreach (KitbagNumbers numbers in new[] { KitbagNumbers.Compact, KitbagNumbers.Raw, KitbagNumbers.RawEverywhere })
                {
                    yield return new KitbagOptions { Schema = schema, Numbers = numbers };
                    if (schema != KitbagSchemaMode.Bare)
                        yield return new KitbagOptions { Schema = schema, Numbers = numbers, Checksum = true };
                }
            }
        }
    }
}
