namespace System.Runtime.CompilerServices
{
    /// <summary>Lets the compiler write <c>init</c> for netstandard2.1.</summary>
    internal static class IsExternalInit
    {
    }

    /// <summary>Lets the compiler write <c>required</c> for netstandard2.1.</summary>
    [AttributeUsage(AttributeTargets.All)]
    internal sealed class RequiredMemberAttribute : Attribute
    {
    }

    /// <summary>What the compiler marks constructors of types with required members by.</summary>
    [AttributeUsage(AttributeTargets.All, AllowMultiple = true)]
    internal sealed class CompilerFeatureRequiredAttribute : Attribute
    {
        public CompilerFeatureRequiredAttribute(string featureName)
        {
            FeatureName = featureName;
        }

        public string FeatureName { get; }
    }
}

namespace System.Diagnostics.CodeAnalysis
{
    /// <summary>What the compiler marks the copy constructor of a record with required members by.</summary>
    [AttributeUsage(AttributeTargets.Constructor)]
    internal sealed class SetsRequiredMembersAttribute : Attribute
    {
    }
}
