extern alias whole;

using System;
using System.Collections.Generic;
using System.Linq;
using Xunit;

namespace Chain.C
{
    /// <summary>Which assembly declares a type, and which one serializes it, cannot be told from its documents.</summary>
    public class ChainTests
    {
        private static readonly Dictionary<string, byte[]> s_chain = Documents.All(), s_whole = whole::Chain.C.Documents.All();

        public static TheoryData<string> Names() => new(s_chain.Keys);

        [Theory]
        [MemberData(nameof(Names))]
        public void IsWhatOneAssemblyWrites(string name) =>
            Assert.Equal(Convert.ToHexString(s_whole[name]), Convert.ToHexString(s_chain[name]));

        [Fact]
        public void EveryWayLeadsToTheSame()
        {
            foreach (IGrouping<string, KeyValuePair<string, byte[]>> same in s_chain.GroupBy(d => d.Key.Split(',')[0]
                + (d.Value[0] == '{' ? ", JSON" : "")))
                Assert.Single(same.Select(d => Convert.ToHexString(d.Value)).Distinct());
        }

        [Fact]
        public void DocumentsOfOneAssemblyAreReadByTheOthers() =>
            Assert.Equal(s_whole["story"], Chain.B.Saving.Save(Chain.B.Saving.Load<Story>(s_whole["story"])));
    }
}
