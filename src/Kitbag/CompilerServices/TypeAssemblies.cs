using System;
using System.Runtime.CompilerServices;

namespace Kitbag.CompilerServices
{
    /// <summary>
    /// Accesses the assemblies of types. Not used in NativeAOT programs, in which all module initializers have run before the program's own
    /// code, so that they contain less reflection.
    /// </summary>
    internal static partial class TypeAssemblies
    {
        /// <summary>Runs the module initializers of the assemblies of a type and of its type arguments.</summary>
        public static void RunInitializers(Type type)
        {
            // A runtime may delay the module initializer of an assembly until code of the assembly runs, which may not have happened yet.
            // Programs that serialize a collection of a type usually serialize the type as well.
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
                // A runtime without module initializers, such as Unity's, may not have this method either.
            }
            if (type.GetElementType() is { } element)
                RunEach(element);
            foreach (Type argument in type.GenericTypeArguments)
                RunEach(argument);
        }

        /// <summary>Returns the name of the assembly of a type; null if it is not available.</summary>
        public static string? NameOf(Type type) => AreKnown ? type.Assembly.GetName().Name : null;
    }
}
