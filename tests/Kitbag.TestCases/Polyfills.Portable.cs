namespace System.Runtime.CompilerServices
{
    // The compiler needs these types if the framework lacks them.
    internal static class IsExternalInit
    {
    }

    [AttributeUsage(AttributeTargets.All)]
    internal sealed class RequiredMemberAttribute : Attribute
    {
    }

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

namespace System.Text.Json.Serialization
{
    // The generator recognizes these attributes by their names, whichever assembly declares them.
    [AttributeUsage(AttributeTargets.Field | AttributeTargets.Property)]
    internal sealed class JsonIgnoreAttribute : Attribute
    {
    }

    [AttributeUsage(AttributeTargets.Class | AttributeTargets.Interface, AllowMultiple = true)]
    internal sealed class JsonDerivedTypeAttribute : Attribute
    {
        public JsonDerivedTypeAttribute(Type derivedType, string typeDiscriminator)
        {
            DerivedType = derivedType;
            TypeDiscriminator = typeDiscriminator;
        }

        public Type DerivedType { get; }

        public string TypeDiscriminator { get; }
    }
}
