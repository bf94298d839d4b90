using System;
using System.Collections.Generic;
using Kitbag;

namespace Classic
{
    public enum Kind { Purchase, Sale }

    public struct Amount { public decimal Value; public int Currency; }

    public class Entry
    {
        public string? Text { get; set; }
        public Kind Kind { get; set; }
        public Amount Amount { get; set; }
        public double Rate { get; set; }
        public DateTime? Paid { get; set; }
    }

    public class Ledger
    {
        public List<Entry>? Entries { get; set; }
        public Dictionary<string, Amount>? Totals { get; set; }
        public HashSet<string>? Owners { get; set; }
    }

    public static class Ledgers
    {
        public static Ledger Create()
        {
            var ledger = new Ledger
            {
                Entries = new List<Entry>(),
                Totals = new Dictionary<string, Amount>(),
                Owners = new HashSet<string>(),
            };
            for (int i = 0; i < 40; i++)
            {
                ledger.Entries.Add(new Entry
                {
                    Text = i % 7 == 0 ? null : "Entry " + i % 5,
                    Kind = (Kind)(i & 1),
                    Amount = new Amount { Value = i * 1.25m, Currency = i % 3 },
                    Rate = 1 / (i + 3.0),
                    Paid = i % 4 == 0 ? (DateTime?)null : new DateTime(2026, 1, 1, 0, 0, i, DateTimeKind.Utc),
                });
            }
            ledger.Totals["all"] = new Amount { Value = 975, Currency = 1 };
            ledger.Owners.Add("Ada");
            return ledger;
        }

        public static byte[] Save(Ledger ledger) => KitbagSerializer.Serialize(ledger);

        public static Ledger? Load(byte[] document) => KitbagSerializer.Deserialize<Ledger>(document);

        public static string Print(Ledger ledger) => KitbagJson.Serialize(ledger);

        public static Ledger? Parse(string text) => KitbagJson.Deserialize<Ledger>(text);

        /// <summary>A summary of the ledger, which must be the same on every runtime.</summary>
        public static string Summary()
        {
            byte[] document = Save(Create());
            byte[] again = Save(Load(document)!);
            string text = Print(Create());
            ulong hash = 14695981039346656037UL;
            foreach (byte b in document)
                hash = (hash ^ b) * 1099511628211UL;
            foreach (char c in text)
                hash = (hash ^ c) * 1099511628211UL;
            return document.Length + " bytes, " + text.Length + " characters, " + hash.ToString("x16") + ", "
                + (Convert.ToBase64String(document) == Convert.ToBase64String(again) && Print(Parse(text)!) == text ? "read" : "not read");
        }
    }
}
