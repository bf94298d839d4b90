using System;
using System.Collections.Generic;
using System.Linq;
using Kitbag;

namespace FromSystemTextJson;

public class Profile
{
    public Dictionary<string, object?> Settings { get; set; } = new();
}

/// <summary>Shows that settings whose types are not known in advance keep their types, in binary documents and in JSON.</summary>
internal static class Profiles
{
    public static bool AreReadEqually()
    {
        var profile = new Profile { Settings = { ["volume"] = 0.8, ["name"] = "Ada", ["keys"] = new List<object?> { 'w', 'a' } } };
        return AreEqual(profile, KitbagSerializer.Deserialize<Profile>(KitbagSerializer.Serialize(profile))!)
            && AreEqual(profile, KitbagJson.Deserialize<Profile>(KitbagJson.Serialize(profile))!);
    }

    private static bool AreEqual(Profile a, Profile b) => (double)b.Settings["volume"]! == (double)a.Settings["volume"]!
        && (string)b.Settings["name"]! == (string)a.Settings["name"]!
        && ((List<object?>)b.Settings["keys"]!).SequenceEqual((List<object?>)a.Settings["keys"]!);
}
