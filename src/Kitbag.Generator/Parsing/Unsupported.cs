using Kitbag.Generator.Diagnostics;
using Kitbag.Generator.Model;
using Microsoft.CodeAnalysis;

namespace Kitbag.Generator.Parsing
{
    /// <summary>Types that have no form, or none yet, each with what to write instead.</summary>
    internal static class Unsupported
    {
        // A generic type with a member of itself that is closed over itself has no last type.
        private const int MaxDepth = 16;

        public static bool TryReject(Parser parser, ITypeSymbol type, out TypeModel? model)
        {
            model = null;
            if (type.TypeKind == TypeKind.Error)
                return true;
            string? why = Why(type);
            if (why == null)
                return false;
            parser.Report(Rules.UnsupportedType, parser.Path, Names.InSchema(type), why);
            return true;
        }

        private static string? Why(ITypeSymbol type)
        {
            switch (type.TypeKind)
            {
                case TypeKind.Delegate:
                    return "code has no form as data: take the member out with [KitbagIgnore]";
                case TypeKind.Pointer or TypeKind.FunctionPointer:
                    return "an address means nothing to another process: take the member out, or store what it points at";
                case TypeKind.Dynamic:
                    return "its type is known only when the program runs: declare the type that it has";
                case TypeKind.TypeParameter:
                    return "it is an open type parameter: name the closed type at the call";
                case TypeKind.Array when ((IArrayTypeSymbol)type).Rank > 4:
                    return "arrays of more than four dimensions are not supported: use an array of arrays, or one array and its lengths";
            }
            if (Names.Depth(type) > MaxDepth)
                return "generic types stand more than 16 deep inside each other: declare a class for an inner one";
            if (type.IsRefLikeType)
                return "a ref struct cannot be stored: use an array";
            if (type is INamedTypeSymbol { IsUnboundGenericType: true } || Names.OpenParameter(type) != null)
                return "it is an open generic type: name a closed one";
            switch (type.ToDisplayString())
            {
                case "System.Type":
                    return "a document never makes a reader load a type: store a name of your own";
                case "System.IntPtr" or "System.UIntPtr" or "nint" or "nuint":
                    return "its size depends on the machine: use long or ulong";
            }
            for (INamedTypeSymbol? b = type as INamedTypeSymbol; b != null; b = b.BaseType)
            {
                switch (b.OriginalDefinition.ToDisplayString())
                {
                    case "System.IO.Stream":
                        return "a stream is not data: store a byte[]";
                    case "System.Threading.Tasks.Task":
                        return "a task is not data: store its result";
                }
            }
            return null;
        }
    }
}
