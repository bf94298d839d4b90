using System;

namespace UnityEditor
{
    [AttributeUsage(AttributeTargets.Method)]
    public class InitializeOnLoadMethodAttribute : Attribute
    {
    }
}

namespace UnityEditor.Compilation
{
    public class Assembly
    {
        public string name { get; set; } = "";

        public Assembly[] assemblyReferences { get; set; } = new Assembly[0];
    }

    public static class CompilationPipeline
    {
        public static Assembly[] GetAssemblies() => new Assembly[0];
    }
}
