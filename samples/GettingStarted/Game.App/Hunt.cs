using Game.Core;
using Kitbag;

namespace Game.App;

[KitbagSerializable]
public class Hunt : Quest
{
    public int Prey { get; set; }
}
