using FromNewtonsoft;
using Kitbag;
using Newtonsoft.Json;
using Newtonsoft.Json.Serialization;

var hero = new Hero { Name = "Ada" };
hero.Advance();
var save = new Save
{
    Number = 7,
    Saved = new DateTime(2026, 11, 26, 9, 30, 0, DateTimeKind.Utc),
    Actors = { hero, new Dog { Name = "Rex", Mood = Mood.Angry } },
};

var theirs = new JsonSerializerSettings
{
    ContractResolver = new DefaultContractResolver { NamingStrategy = new CamelCaseNamingStrategy() },
    Formatting = Formatting.Indented,
    TypeNameHandling = TypeNameHandling.Auto,
};

var ours = new KitbagJsonOptions
{
    Naming = KitbagJsonNaming.CamelCase,
    Format = KitbagJsonFormat.Text,
    CaseInsensitive = true,
    AllowComments = true,
    AllowTrailingCommas = true,
    NonFinite = KitbagJsonNonFinite.AsStrings,
};

string old = JsonConvert.SerializeObject(save, theirs);
Save read = KitbagJson.Deserialize<Save>(old, ours);
string written = KitbagJson.Serialize(read, ours);
Save again = KitbagJson.Deserialize<Save>(written, ours);
Console.Write(written);

// Texts in which lists and dictionaries have types or ids are read with Newtonsoft.Json once more.
var all = new JsonSerializerSettings { TypeNameHandling = TypeNameHandling.All };
string oldest = JsonConvert.SerializeObject(save, all);
string current = KitbagJson.Serialize(JsonConvert.DeserializeObject<Save>(oldest, all)!, ours);

return read is { Number: 7, Angry: 1 } && again is { Number: 7, Angry: 1, Saved.Kind: DateTimeKind.Utc }
    && again.Actors[0] is Hero { Name: "Ada" } first && first.Level() == 2 && current == written ? 0 : 1;
