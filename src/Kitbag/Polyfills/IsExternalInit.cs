namespace System.Runtime.CompilerServices
{
    /// <summary>Lets the compiler write init-only properties for targets that do not have this type.</summary>
    internal static class IsExternalInit
    {
    }
}
