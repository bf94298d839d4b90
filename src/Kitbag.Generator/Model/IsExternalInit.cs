namespace System.Runtime.CompilerServices
{
    /// <summary>Lets the compiler write records for netstandard2.0.</summary>
    internal static class IsExternalInit
    {
    }
}
