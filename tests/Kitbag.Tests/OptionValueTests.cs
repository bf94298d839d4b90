using System;
using Kitbag.Dynamic;
using Xunit;

namespace Kitbag.Tests
{
    /// <summary>Options refuse enum values that do not exist when they are created, and accept all others.</summary>
    public class OptionValueTests
    {
        [Theory]
        [InlineData(99)]
        [InlineData(-1)]
        [InlineData(3)]
        public void Undefined_values_are_refused(int number)
        {
            foreach (Func<object> create in new Func<object>[]
                {
                    () => new KitbagJsonOptions { Format = (KitbagJsonFormat)number },
                    () => new KitbagJsonOptions { Naming = (KitbagJsonNaming)number },
                    () => new KitbagJsonOptions { EnumNaming = (KitbagJsonNaming)number },
                    () => new KitbagJsonOptions { UnknownMembers = (KitbagJsonUnknownMembers)number },
                    () => new KitbagJsonOptions { UnknownCases = (KitbagUnknownCases)number },
                    () => new KitbagJsonOptions { Duplicates = (KitbagJsonDuplicates)number },
                    () => new KitbagJsonOptions { NonFinite = (KitbagJsonNonFinite)number },
                    () => new KitbagOptions { Schema = (KitbagSchemaMode)number },
                    () => new KitbagOptions { Numbers = (KitbagNumbers)number },
                    () => new KitbagOptions { UnknownCases = (KitbagUnknownCases)number },
                    () => new KitbagDocumentOptions { Numbers = (KitbagNumbers)number },
                    () => new KitbagLogOptions { Numbers = (KitbagNumbers)number },
                    () => new KitbagLogOptions { UnknownCases = (KitbagUnknownCases)number },
                })
                Assert.Throws<ArgumentOutOfRangeException>(create);
        }

        [Fact]
        public void Defined_values_are_kept()
        {
            foreach (KitbagJsonNaming value in Enum.GetValues<KitbagJsonNaming>())
                Assert.Equal(value, new KitbagJsonOptions(new KitbagJsonOptions { Naming = value }).Naming);
            foreach (KitbagUnknownCases value in Enum.GetValues<KitbagUnknownCases>())
                Assert.Equal(value, new KitbagOptions { UnknownCases = value }.UnknownCases);
            foreach (KitbagSchemaMode value in Enum.GetValues<KitbagSchemaMode>())
                Assert.Equal(value, new KitbagOptions { Schema = value }.Schema);
            foreach (KitbagNumbers value in Enum.GetValues<KitbagNumbers>())
                Assert.Equal(value, new KitbagOptions { Numbers = value }.Numbers);
        }
    }
}
