using MemoryPack;
using Nino.Core;

namespace Workloads
{
    [MemoryPackable, NinoType] public partial class MessageEnvelope { }

    [MemoryPackable, NinoType] public partial class Person { }

    [NinoType] public partial struct Vec3 { }

    [MemoryPackable, NinoType] public sealed partial class World { }

    [MemoryPackable, NinoType] public sealed partial class Zone { }

    [MemoryPackable, NinoType] public sealed partial class Entity { }

    [MemoryPackable, NinoType] public sealed partial class Item { }

    [MemoryPackable, NinoType] public sealed partial class WordGraph { }
}
