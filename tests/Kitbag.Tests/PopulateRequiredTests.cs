using System.Collections.Generic;
using System.Linq;
using Xunit;

namespace Kitbag.Tests
{
    /// <summary>Objects with required members are populated if these have ordinary setters.</summary>
    public class PopulateRequiredTests
    {
        public class Account
        {
            public required int Id { get; set; }

            public required string Name { get; set; }

            public int? Age { get; set; } = 3;

            public List<int> Marks { get; } = [];
        }

        public class Admin : Account
        {
            public required List<string> Rights;
        }

        public class Bank
        {
            public Account Owner { get; } = new Account { Id = 1, Name = "nobody" };

            public List<Account> Accounts { get; set; } = [];
        }

        public class Fixed
        {
            public required int Id { get; set; }

            public required string Holder { get; init; }
        }

        public class Checked
        {
            private string _name = "";

            public required string Name
            {
                get => _name;
                set => _name = value.Length == 0 ? throw new System.ArgumentException("empty") : value;
            }
        }

        public record Positional(int Id, string Name);

        private static Admin NewAdmin() => new Admin { Id = 7, Name = "Ada", Age = null, Marks = { 1, 2 }, Rights = ["all"] };

        [Fact]
        public void An_existing_object_gets_all_members()
        {
            var fromBytes = new Admin { Id = 1, Name = "x", Rights = [] };
            List<int> marks = fromBytes.Marks;
            KitbagSerializer.Populate(KitbagSerializer.Serialize(NewAdmin()), fromBytes);
            var fromJson = new Admin { Id = 1, Name = "x", Rights = [] };
            KitbagJson.Populate(KitbagJson.Serialize(NewAdmin()), fromJson);
            foreach (Admin admin in new[] { fromBytes, fromJson })
                Assert.Equal((7, "Ada", null, "all", 2), (admin.Id, admin.Name, admin.Age, admin.Rights.Single(), admin.Marks.Count));
            Assert.Same(marks, fromBytes.Marks);
        }

        [Fact]
        public void An_object_in_a_member_without_a_setter_is_populated()
        {
            List<Account> accounts = Enumerable.Range(0, 20).Select(i => new Account { Id = i, Name = "n" + i, Age = i }).ToList();
            var bank = new Bank { Owner = { Id = 5, Name = "five" }, Accounts = accounts };
            Bank[] read =
            [
                KitbagSerializer.Deserialize<Bank>(KitbagSerializer.Serialize(bank)),
                KitbagJson.Deserialize<Bank>(KitbagJson.Serialize(bank)),
            ];
            foreach (Bank again in read)
            {
                Assert.Equal((5, "five", 20), (again.Owner.Id, again.Owner.Name, again.Accounts.Count));
                Assert.All(again.Accounts, (account, i) => Assert.Equal((i, "n" + i, i), (account.Id, account.Name, account.Age)));
            }
        }

        [Fact]
        public void A_text_must_contain_required_members_but_those_of_an_object_that_its_owner_creates()
        {
            const string Text = """{"Id":1,"Name":"Bo"}""";
            Admin admin = NewAdmin();
            System.Action[] reads = [() => KitbagJson.Deserialize<Admin>(Text), () => KitbagJson.Populate(Text, admin)];
            foreach (System.Action read in reads)
                Assert.Contains("lacks the member 'Rights', which is required", Assert.Throws<KitbagException>(read).Message);
            Assert.Equal((7, "Ada"), (admin.Id, admin.Name));
            Bank bank = KitbagJson.Deserialize<Bank>("""{"Owner":{"Name":"Bo"}}""");
            Assert.Equal((1, "Bo"), (bank.Owner.Id, bank.Owner.Name));
        }

        [Fact]
        public void A_member_that_is_set_while_its_object_is_created_is_named()
        {
            Refuses(new Fixed { Id = 1, Holder = "h" }, "'PopulateRequiredTests.Fixed' cannot be populated: 'Holder' is set while");
            Refuses(new Checked { Name = "n" }, "'PopulateRequiredTests.Checked' cannot be populated: 'Name' is set while");
            Refuses(new Positional(1, "n"), "'PopulateRequiredTests.Positional' cannot be populated: 'Id' is set while");
        }

        private static void Refuses<[KitbagRoot] T>(T value, string message)
            where T : class
        {
            foreach (System.Action populate in new System.Action[]
            {
                () => KitbagSerializer.Populate(KitbagSerializer.Serialize(value), value),
                () => KitbagJson.Populate(KitbagJson.Serialize(value), value),
            })
            {
                var e = Assert.Throws<KitbagException>(populate);
                Assert.Equal(KitbagErrorReason.NotSupported, e.Reason);
                Assert.Contains(message, e.Message);
                Assert.Contains("or give it a plain setter ('{ get; set; }')", e.Message);
            }
        }
    }
}
