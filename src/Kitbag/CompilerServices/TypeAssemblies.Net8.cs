using System;
using System.Runtime.CompilerServices;

namespace Kitbag.CompilerServices
{
    internal static partial class TypeAssemblies
    {
        // A constant for the NativeAOT compiler, but not on platforms where Mono does not compile at run time either.
        private static bool AreKnown
        {
            [MethodImpl(MethodImplOptions.AggressiveInlining)]
            get => RuntimeFeature.IsDynamicCodeSupported || OperatingSystem.IsIOS() || OperatingSystem.IsTvOS()
                || OperatingSystem.IsMacCatalyst() || OperatingSystem.IsAndroid() || OperatingSystem.IsBrowser()
                || OperatingSystem.IsWasi();
        }
    }
}
