extern alias whole;

using System;
using System.Collections.Generic;
using System.Linq;
using Xunit;

namespace Chain.C
{
    /// <summary>Documents do not depend on the assembly that declares a type, or on the one that serializes it.</summary>
    public class ChainTests
    {
        private static readonly Dictionary<string, byte[]> s_chain = Documents.All(), s_whole = whole::Chain.C.Documents.All();

        public static TheoryData<string> Names() => new(s_chain.Keys);

        [Theory]
        [MemberData(nameof(Names))]
        public void Document_is_the_same_as_from_one_assembly(string name) =>
            Assert.Equal(Convert.ToHexString(s_whole[name]), Convert.ToHexString(s_chain[name]));

        [Fact]
        public void Every_API_gives_the_same_result()
        {
            foreach (IGrouping<string, KeyValuePair<string, byte[]>> same in s_chain.GroupBy(d => d.Key.Split(',')[0]
                + (d.Value[0] == '{' ? ", JSON" : "")))
                Assert.Single(same.Select(d => Convert.ToHexString(d.Value)).Distinct());
        }

        [Fact]
        public void Objects_of_other_assemblies_keep_their_identities()
        {
            Village village = Chain.B.Saving.Load<Village>(s_whole["village"]);
            var hermit = (Hermit)village.All![0];
            Chain.A.Villager ben = village.All[1], ann = village.All[2];
            Assert.Same(ben, ann.Spouse);
            Assert.Same(ann, ben.Spouse);
            Assert.Same(ben, hermit.Enemy);
            Assert.Same(hermit, Assert.Single(ann.Children));
            Assert.Same(ann, village.Mayor!.Content);
            Assert.Same(village.Homes!["mill"], ben.Home);
            Assert.Equal(new[] { ann, ben }, ben.Home!.People);
        }

        [Fact]
        public void Private_callbacks_of_other_assemblies_are_called() =>
            Assert.Equal("rank 2", Chain.B.Saving.Load<Story>(s_whole["story"]).Guild!.Rank);

        [Fact]
        public void Documents_of_one_assembly_are_read_by_the_others() =>
            Assert.Equal(s_whole["story"], Chain.B.Saving.Save(Chain.B.Saving.Load<Story>(s_whole["story"])));
    }
}
