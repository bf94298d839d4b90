using System.Collections.Generic;
using Game.Core;
using Kitbag;
using UnityEngine;

/// <summary>A script without an assembly definition, like most projects have at first.</summary>
public partial class Settings
{
    public Dictionary<string, Slot<Color>> Colors = new Dictionary<string, Slot<Color>>();

    [SerializeField]
    private float volume = 0.5f;

    public static byte[] Document()
    {
        var settings = new Settings { volume = 0.75f, Colors = { ["sky"] = new Slot<Color>(Color.blue) } };
        Settings read = KitbagSerializer.Deserialize<Settings>(KitbagSerializer.Serialize(settings));
        return read.volume == 0.75f ? KitbagSerializer.Serialize(read) : new byte[0];
    }
}
