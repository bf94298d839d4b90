namespace System.Runtime.CompilerServices
{
    /// <summary>The compiler needs it for <c>init</c> on netstandard2.1.</summary>
    internal static class IsExternalInit
    {
    }

    /// <summary>The compiler needs it for <c>required</c> on netstandard2.1.</summary>
    [AttributeUsage(AttributeTargets.All)]
    internal sealed class RequiredMemberAttribute : Attribute
    {
    }

    /// <summary>The compiler marks constructors of types with required members with this attribute.</summary>
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
    /// <summary>The compiler marks the copy constructor of a record with required members with this attribute.</summary>
    [AttributeUsage(AttributeTargets.Constructor)]
    internal sealed class SetsRequiredMembersAttribute : Attribute
    {
    }
}
