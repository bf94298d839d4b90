using Kitbag.Schema;

namespace Kitbag.Dynamic
{
    public sealed partial class KitbagDocument
    {
        /// <summary>
        /// Returns C# declarations of types that can read the document: classes, structs, enums, and an interface or a base class for each
        /// union. Types that are stored as other types appear as those: a Uri as a string, a surrogate as its stored type.
        /// </summary>
        /// <param name="space">The namespace of the declarations, or null for none.</param>
        /// <returns>The C# source.</returns>
        /// <exception cref="KitbagException">The name of a member is not a valid C# identifier.</exception>
        public string ToCSharp(string? space = null)
        {
            try
            {
                return CSharpWriter.Write(Schema.Root, space);
            }
            catch (SchemaException e)
            {
                throw new KitbagException(KitbagErrorReason.NotSupported, e.Message);
            }
        }
    }
}
