using System;
using Kitbag;
using Kitbag.Dynamic;
using Kitbag.Net;
using Kitbag.Net.Rooms;

namespace Library
{
    // Setters of init-only properties refer to a type that .NET Standard lacks.
    public static class Settings
    {
        public static byte[] Save(Inventory inventory) => KitbagSerializer.Serialize(inventory, new KitbagOptions
        {
            Checksum = true,
            Limits = new KitbagLimits { MaxAllocation = 1 << 20 },
        });

        public static string Print(Inventory inventory) =>
            KitbagJson.Serialize(inventory, new KitbagJsonOptions { Naming = KitbagJsonNaming.CamelCase });

        public static object[] Others() => new object[]
        {
            new KitbagFileOptions { Keep = 3 },
            new KitbagLogOptions { Limits = new KitbagLimits { MaxAllocation = 1000 } },
            new KitbagDocumentOptions { Limits = new KitbagLimits { MaxAllocation = 1000 } },
            new KitbagSessionOptions { ResumeTimeout = TimeSpan.FromSeconds(5) },
            new KitbagRoomOptions { IsKept = true },
            new KitbagSend { ToMe = true },
        };

        public static NewScore Migrated() => KitbagSerializer.Deserialize<NewScore>(KitbagSerializer.Serialize(new Score { Points = 2 }));
    }

    public class Score
    {
        public int Points { get; set; }
    }

    public class NewScore
    {
        public double Average { get; set; }

        [KitbagMigration]
        public static NewScore From(Score old) => new NewScore { Average = old.Points * 1.5 };
    }
}
