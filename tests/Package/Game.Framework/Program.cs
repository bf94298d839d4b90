using System;
using Classic;
using Kitbag;

namespace Game.Framework
{
    public class Account
    {
        public string? Owner { get; set; }
        public Ledger? Ledger { get; set; }
    }

    internal static class Program
    {
        private static int Main()
        {
            var account = new Account { Owner = "Ada", Ledger = Ledgers.Create() };
            Account? read = KitbagSerializer.Deserialize<Account>(KitbagSerializer.Serialize(account));
            if (read?.Owner != "Ada" || Ledgers.Print(read.Ledger!) != Ledgers.Print(account.Ledger))
            {
                Console.Error.WriteLine("The account that was read differs from the one that was written.");
                return 1;
            }
            Console.WriteLine(Ledgers.Summary());
            return 0;
        }
    }
}
