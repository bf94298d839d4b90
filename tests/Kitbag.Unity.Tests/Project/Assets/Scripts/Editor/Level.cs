using System.Collections.Generic;
using Game.Core;
using Kitbag;
using UnityEngine;

/// <summary>A type of an editor script, which only the editor compiles and runs.</summary>
public partial class Level
{
    public List<Slot<Vector3>> Spawns = new List<Slot<Vector3>>();

    [SerializeField]
    private string note = "";

    public static string Again()
    {
        var level = new Level { note = "boss", Spawns = { new Slot<Vector3>(new Vector3(1, 2, 3)) } };
        Level read = KitbagJson.Deserialize<Level>(KitbagJson.Serialize(level));
        read = KitbagSerializer.Deserialize<Level>(KitbagSerializer.Serialize(read));
        return read.note + " " + read.Spawns[0].Value.z;
    }
}
