using Kitbag;

namespace Game.Shared
{
    public static class Codecs
    {
        // In Unity nothing calls this: the generated method carries Unity's own attributes.
        public static void Register() => KitbagGenerated.Register();

        // Only for assemblies that are unloaded while the program runs.
        public static void Unregister() => KitbagGenerated.Unregister();
    }
}
