namespace Kitbag.CompilerServices
{
    internal static partial class TypeAssemblies
    {
        private static bool AreKnown => true;
    }
}
