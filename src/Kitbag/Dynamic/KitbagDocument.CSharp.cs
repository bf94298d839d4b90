namespace Kitbag.Dynamic
{
    public sealed partial class KitbagDocument
    {
        /// <summary>
        /// Writes C# declarations by which a program reads the document: classes, structs, enums, and an interface or a base class for each
        /// union. Types that are stored as others are told as those: a Uri as a string, a user's surrogate as what it is stored as.
        /// </summary>
        /// <param name="space">The namespace, or null for none.</param>
        /// <exception cref="KitbagException">A member has a name that C# cannot have.</exception>
        public string ToCSharp(string? space = null) => CSharpWriter.Write(Schema.Root, space);
    }
}
