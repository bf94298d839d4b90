using Xunit;
using Middle = Kitbag.Tests.Versions.Boxes.Middle;
using New = Kitbag.Tests.Versions.Boxes.New;
using Old = Kitbag.Tests.Versions.Boxes.Old;

namespace Kitbag.Tests
{
    /// <summary>
    /// Objects to which only members refer that one older program has kept, in a second one, which lacks the class of the objects as well.
    /// </summary>
    public class UnknownObjectsTwiceTests
    {
        private static TTo Pass<TFrom, TTo>(TFrom value) => KitbagSerializer.Deserialize<TTo>(KitbagSerializer.Serialize(value))!;

        private static New.Root NewRoot()
        {
            var crate = new New.Crate { Size = 7 };
            crate.Inner = new New.Crate { Size = 8, Next = crate };
            return new New.Root { First = new New.Box { Inner = crate } };
        }

        private static void AssertComplete(New.Root root)
        {
            var crate = (New.Crate)root.First!.Inner!;
            var inner = (New.Crate)crate.Inner!;
            Assert.Equal((7, 8), (crate.Size, inner.Size));
            Assert.Same(crate, inner.Next);
        }

        [Fact]
        public void Objects_pass_through_a_program_that_has_their_class_and_one_that_lacks_it()
        {
            Old.Root old = Pass<Middle.Root, Old.Root>(Pass<New.Root, Middle.Root>(NewRoot()));
            AssertComplete(Pass<Old.Root, New.Root>(old));
            AssertComplete(Pass<Middle.Root, New.Root>(Pass<Old.Root, Middle.Root>(Pass<Old.Root, Old.Root>(old))));
        }

        [Fact]
        public void The_report_of_such_a_document_is_complete()
        {
            byte[] document = KitbagSerializer.Serialize(Pass<New.Root, Middle.Root>(NewRoot()));
            KitbagSerializer.Deserialize<Old.Root>(document, out KitbagReadReport report);
            Assert.True(report.IsComplete, report.ToString());
        }

        [Fact]
        public void Objects_that_are_no_stand_ins_have_no_case_in_JSON()
        {
            string expected = KitbagJson.Serialize(Pass<New.Root, Middle.Root>(NewRoot()));
            string text = KitbagJson.Serialize(Pass<Middle.Root, Old.Root>(Pass<New.Root, Middle.Root>(NewRoot())));
            Assert.Contains("\"$type\":\"Crate\"", text);
            Assert.DoesNotContain("$case", text);
            Assert.DoesNotContain("$case", expected);
            AssertComplete(KitbagJson.Deserialize<New.Root>(text)!);
        }
    }
}

namespace Kitbag.Tests.Versions.Boxes.New
{
    [KitbagKeepUnknown]
    public abstract partial class Thing
    {
    }

    public partial class Box : Thing
    {
        public Thing? Next { get; set; }
        public Thing? Inner { get; set; }
    }

    public partial class Crate : Box
    {
        public int Size { get; set; }
    }

    public class Root
    {
        public Box? First { get; set; }
    }
}

namespace Kitbag.Tests.Versions.Boxes.Middle
{
    [KitbagKeepUnknown]
    public abstract partial class Thing
    {
    }

    public partial class Box : Thing
    {
        public Thing? Next { get; set; }
    }

    public partial class Crate : Box
    {
        public int Size { get; set; }
    }

    public class Root
    {
        public Box? First { get; set; }
    }
}

namespace Kitbag.Tests.Versions.Boxes.Old
{
    [KitbagKeepUnknown]
    public abstract partial class Thing
    {
    }

    public partial class Box : Thing
    {
        public Thing? Next { get; set; }
    }

    public partial class Bag : Thing
    {
    }

    public class Root
    {
        public Box? First { get; set; }
    }
}
