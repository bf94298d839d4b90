using System;
using System.Runtime.CompilerServices;

namespace Kitbag.CompilerServices
{
    /// <summary>
    /// The assemblies of types. Nothing is asked of them in programs of NativeAOT, which has run all initializers before a program's own
    /// code runs, so that these have less of reflection.
    /// </summary>
    internal static partial class TypeAssemblies
    {
        /// <summary>Runs the module initializers of a type's assembly, and of those of the types that it is made of.</summary>
        public static void RunInitializers(Type type)
        {
            // A runtime may put off an assembly's module initializer until code of the assembly runs, and none may have run yet. Who
            // serializes a type's collection mostly serializes the type as well.
            if (AreKnown)
                RunEach(type);
        }

        private static void RunEach(Type type)
        {
            try
            {
                RuntimeHelpers.RunModuleConstructor(type.Module.ModuleHandle);
            }
            catch (Exception e) when (e is NotSupportedException or NotImplementedException)
            {
                // A runtime without module initializers, such as Unity's, may be without this, too.
            }
            if (type.GetElementType() is { } element)
                RunEach(element);
            foreach (Type argument in type.GenericTypeArguments)
                RunEach(argument);
        }

        /// <summary>The name of a type's assembly; null where that is not asked for.</summary>
        public static string? NameOf(Type type) => AreKnown ? type.Assembly.GetName().Name : null;
    }
}
