using System.Text.Encodings.Web;
using System.Text.Json;
using FromSystemTextJson;
using Kitbag;

var invoice = new Invoice
{
    Number = 7,
    Status = Status.Paid,
    Date = new DateOnly(2026, 11, 21),
    Lines = { new Goods { Price = 9.99m, Count = 2 }, new Hours { Price = 80, Time = TimeSpan.FromHours(1.5) } },
};

var theirs = new JsonSerializerOptions
{
    PropertyNamingPolicy = JsonNamingPolicy.CamelCase,
    PropertyNameCaseInsensitive = true,
    WriteIndented = true,
    ReadCommentHandling = JsonCommentHandling.Skip,
    AllowTrailingCommas = true,
    IncludeFields = true,
    Encoder = JavaScriptEncoder.UnsafeRelaxedJsonEscaping,
};

var ours = new KitbagJsonOptions
{
    Naming = KitbagJsonNaming.CamelCase,
    CaseInsensitive = true,
    Format = KitbagJsonFormat.Text,
    AllowComments = true,
    AllowTrailingCommas = true,
};

string written = KitbagJson.Serialize(invoice, ours);
Invoice read = JsonSerializer.Deserialize<Invoice>(written, theirs)!;
Invoice back = KitbagJson.Deserialize<Invoice>(JsonSerializer.Serialize(read, theirs), ours);
Console.Write(written);

return KitbagJson.Serialize(back, ours) == written && read.Lines is [Goods { Count: 2 }, Hours] && Profiles.AreReadEqually() ? 0 : 1;
