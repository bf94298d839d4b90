namespace System.Runtime.CompilerServices
{
    /// <summary>The compiler looks for it by name: what a method keeps on the stack is not cleared first.</summary>
    [AttributeUsage(AttributeTargets.Method)]
    internal sealed class SkipLocalsInitAttribute : Attribute
    {
    }
}
