using System;
using System.Collections.Generic;
using System.Linq;
using System.Reflection;
using UnityEditor;
using UnityEditor.Compilation;
using UnityEngine;

namespace Kitbag.Unity.Editor
{
    /// <summary>
    /// Finds assemblies that use Kitbag but in which it cannot work: Unity runs the generator only for assemblies whose definition
    /// references that of this package, and calls only methods with Unity's own attributes. Runs after each compilation.
    /// </summary>
    internal static class GeneratorCheck
    {
        private const string Library = "Kitbag", Package = "Kitbag.Unity", Generated = "Kitbag.KitbagGenerated";

        [InitializeOnLoadMethod]
        private static void Check()
        {
            var loaded = new Dictionary<string, System.Reflection.Assembly>();
            foreach (System.Reflection.Assembly assembly in AppDomain.CurrentDomain.GetAssemblies())
                loaded[assembly.GetName().Name] = assembly;
            foreach (UnityEditor.Compilation.Assembly compiled in CompilationPipeline.GetAssemblies())
            {
                if (loaded.TryGetValue(compiled.name, out System.Reflection.Assembly assembly)
                    && Problem(assembly, compiled.assemblyReferences.Select(reference => reference.name)) is { } problem)
                    Debug.LogWarning(problem);
            }
        }

        /// <summary>Returns a description of the problem of an assembly, or null if there is none.</summary>
        internal static string Problem(System.Reflection.Assembly assembly, IEnumerable<string> references)
        {
            string name = assembly.GetName().Name;
            if (name == Package || assembly.GetReferencedAssemblies().All(reference => reference.Name != Library))
                return null;
            if (!references.Contains(Package))
                return "'" + name + "' uses Kitbag, but its assembly definition does not reference '" + Package
                    + "', so Unity does not run Kitbag's generator for it, and its types have no codecs; add the reference.";
            MethodInfo register = assembly.GetType(Generated)?.GetMethod("Register", BindingFlags.NonPublic | BindingFlags.Static);
            return register == null || register.IsDefined(typeof(RuntimeInitializeOnLoadMethodAttribute), false)
                ? null
                : "'" + name + "' was compiled without a reference to UnityEngine, so Unity does not call " + Generated
                    + ".Register(). Call it before the first call of Kitbag in this assembly, or reference UnityEngine in its assembly "
                    + "definition.";
        }
    }
}
