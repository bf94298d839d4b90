using System;
using System.Runtime.CompilerServices;

namespace Kitbag.CompilerServices
{
    internal static partial class TypeAssemblies
    {
        // A constant to the compiler of NativeAOT, but on platforms where Mono makes no code either.
        private static bool AreKnown
        {
            [MethodImpl(MethodImplOptions.AggressiveInlining)]
            get => RuntimeFeature.IsDynamicCodeSupported || OperatingSystem.IsIOS() || OperatingSystem.IsTvOS()
                || OperatingSystem.IsMacCatalyst() || OperatingSystem.IsAndroid() || OperatingSystem.IsBrowser()
                || OperatingSystem.IsWasi();
        }
    }
}
