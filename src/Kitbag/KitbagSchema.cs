namespace Kitbag { /// <summary>stub</summary>
public sealed class KitbagSchema { } }
