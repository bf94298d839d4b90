using System.Linq;
using Kitbag.Generator.Diagnostics;
using Kitbag.Generator.Model;
using Microsoft.CodeAnalysis;

namespace Kitbag.Generator.Parsing
{
    /// <summary>Types that cannot be serialized, or not on all targets, each with a message that says what to write instead.</summary>
    internal static class Unsupported
    {
        /// <summary>
        /// The largest nesting depth of types: a generic type may have a member of a larger constructed type of itself, and so on without
        /// end.
        /// </summary>
        public const int MaxDepth = 16;

        public static bool TryReject(Parser parser, ITypeSymbol type, out TypeModel? model)
        {
            model = null;
            if (type.TypeKind == TypeKind.Error)
                return true;
            if (UnityObjects.WhyNot(parser, type) is { } unity)
            {
                parser.Report(Rules.UnityObject, parser.Path, Names.InSchema(type), unity);
                return true;
            }
            string? why = Why(parser, type);
            if (why == null && type is INamedTypeSymbol { IsGenericType: true } generic && !Names.IsOfPlatform(type)
                && parser.GrowsWithoutEnd(generic))
            {
                parser.ReportOnce(type.OriginalDefinition, Rules.UnsupportedType, parser.Path, Names.InSchema(type),
                    "'" + Names.InSchema(type.OriginalDefinition) + "' is infinitely recursive: each constructed type needs a larger "
                        + "one; declare the member as one that does not, such as '" + Names.InSchema(type.OriginalDefinition) + "' itself");
                return true;
            }
            if (why == null)
                return false;
            // The compiler takes a bare null for the options parameter, so Serialize(typeof(X), null) serializes the type itself.
            if (parser.Path == Names.InSchema(type) && type.ToDisplayString() == "System.Type")
                why += "; if Serialize(Type, object?) is meant, write a null value as (object?)null";
            parser.Report(Rules.UnsupportedType, parser.Path, Names.InSchema(type), why);
            return true;
        }

        private static string? Why(Parser parser, ITypeSymbol type)
        {
            switch (type.TypeKind)
            {
                case TypeKind.Delegate:
                    return "code cannot be stored as data: exclude the member with [KitbagIgnore]";
                case TypeKind.Pointer or TypeKind.FunctionPointer:
                    return "an address is meaningless in another process: exclude the member, or store the value that it points to";
                case TypeKind.Dynamic:
                    return "its type is known only at run time: declare its type, or object";
                case TypeKind.TypeParameter:
                    return "it is an open type parameter: specify the type argument at the call";
                case TypeKind.Array when ((IArrayTypeSymbol)type).Rank > 4:
                    return "arrays of more than four dimensions are not supported: use an array of arrays, or one array and its lengths";
            }
            if (type is INamedTypeSymbol && NeedsAlias(parser.Compilation, type.ContainingAssembly))
                return "generated code cannot name it, because the reference to '" + type.ContainingAssembly.Name
                    + "' has only an extern alias: add the alias 'global' to it (Aliases=\"global,...\")";
            if (Warnings.IsError(type))
                return "the type is obsolete as an error, so generated code cannot use it either: use its replacement, or exclude "
                    + "the member with [KitbagIgnore]";
            if (Names.Depth(type) > MaxDepth)
                return "generic types are nested more than 16 levels deep: declare a class for an inner type";
            if (type.IsRefLikeType)
                return "a ref struct cannot be stored: use an array";
            if (type is INamedTypeSymbol { IsUnboundGenericType: true } || Names.OpenParameter(type) != null)
                return "it is an open generic type: use a constructed type";
            if (type is INamedTypeSymbol { IsGenericType: true } form
                && TypeParameters.FirstUnsatisfied(parser.Compilation, form) is { } bad)
                return "its type argument '" + Names.InSchema(bad.Argument) + "' does not satisfy the constraints of '" + bad.Parameter.Name
                    + "', as the compiler reports where the type is named"
                    + (RequiredMembers.PreventNew(bad.Argument) ? ": a type with required members does not satisfy new()" : "");
            switch (type.SpecialType)
            {
                case SpecialType.System_Array:
                    return "it does not specify the type of its elements: use T[]; T may be object";
                case SpecialType.System_Delegate or SpecialType.System_MulticastDelegate:
                    return "code cannot be stored as data: exclude the member with [KitbagIgnore]";
                case SpecialType.System_Enum:
                    return "it does not specify which enum: declare that one, or object, which holds values of enums that are marked with "
                        + "[KitbagSerializable]";
                case SpecialType.System_ValueType:
                    return "it does not specify which struct: declare that one, or object, which holds values of structs that are marked "
                        + "with [KitbagSerializable]";
            }
            // Types for which a surrogate may exist.
            if (parser.Catalogue.FindSurrogate(type) != null)
                return null;
            if (JsonTokens.Is(type) && !JsonTokens.IsStored(type))
                return "it is not a complete JSON value: declare the JToken, JObject or JArray that contains it, or store its "
                    + "text, a string (ToString())";
            if (type.TypeKind == TypeKind.Interface && Names.IsInSystem(type)
                && WhyOfInterface(type.OriginalDefinition.ToDisplayString()) is { } reason)
                return reason;
            if (type.TypeKind == TypeKind.Interface && type.AllInterfaces.Prepend(type).Any(HasStaticAbstract))
                return "it has static abstract members, so C# does not accept it as the type argument of a codec: declare the member as a "
                    + "base interface or a base class without these";
            // Some have a codec on newer runtimes only.
            if (type is INamedTypeSymbol named && parser.Catalogue.Find(named) != null)
                return null;
            for (INamedTypeSymbol? b = type as INamedTypeSymbol; b is { SpecialType: SpecialType.None }; b = b.BaseType)
            {
                if (Names.IsInSystem(b) && WhyOf(b.OriginalDefinition.ToDisplayString()) is { } why)
                    return why;
            }
            return null;
        }

        // Generated code names types from 'global::'. An assembly may be referenced more than once.
        private static bool NeedsAlias(Compilation compilation, IAssemblySymbol? assembly)
        {
            bool IsGlobal(MetadataReference reference) => reference.Properties.Aliases is var aliases
                && (aliases.IsDefaultOrEmpty || aliases.Contains(MetadataReferenceProperties.GlobalAlias));
            bool IsToAssembly(MetadataReference reference) =>
                SymbolEqualityComparer.Default.Equals(compilation.GetAssemblyOrModuleSymbol(reference), assembly);
            return compilation.References.Any(reference => !IsGlobal(reference) && IsToAssembly(reference))
                && !compilation.References.Any(reference => IsGlobal(reference) && IsToAssembly(reference));
        }

        // Those of a base interface that the interface implements itself are accepted, but this is rare.
        private static bool HasStaticAbstract(ITypeSymbol type) => type.GetMembers().Any(m => m.IsStatic && m.IsAbstract);

        private static string? WhyOfInterface(string type) => type switch
        {
            "System.Collections.Generic.IAsyncEnumerable<T>" =>
                "an asynchronous sequence is not data: store its elements, a List<T>",
            _ => null,
        };

        /// <summary>What to do about a type: a type in this compilation's source can be changed.</summary>
        public static string Remedy(ITypeSymbol type, string own, string foreign) =>
            type.Locations.Any(location => location.IsInSource) ? own : foreign;

        /// <summary>The attribute that stores the fields of a type that is declared in another assembly, as messages suggest it.</summary>
        public static string FieldsAttribute(ITypeSymbol type) =>
            "[assembly: KitbagSerializable(typeof(" + Names.Qualified(type) + "), Fields = true)]";

        // Also explains why derived types cannot be serialized.
        private static string? WhyOf(string type)
        {
            switch (type)
            {
                case "System.Type":
                    return "a document never causes a reader to load a type: store a name that you choose";
                case "System.IO.Stream":
                    return "a stream is not data: store a byte[]";
                case "System.Threading.Tasks.Task" or "System.Threading.Tasks.ValueTask" or "System.Threading.Tasks.ValueTask<TResult>":
                    return "a task is not data: store its result";
                case "System.Threading.CancellationToken" or "System.Threading.CancellationTokenSource":
                    return "a cancellation token is not data: exclude the member, or store a bool";
                case "System.Threading.Thread":
                    return "a thread is not data: store the data that it processes";
                case "System.Threading.Timer" or "System.Timers.Timer" or "System.Threading.PeriodicTimer":
                    return "a timer is not data: store its interval as a TimeSpan";
                case "System.Net.Http.HttpClient":
                    return "a connection is not data: store its address as a Uri";
                case "System.Text.Encoding":
                    return "an encoding is code: store its WebName";
                case "System.Text.RegularExpressions.Regex":
                    return "a pattern from a document may never finish matching: store its text, and compile it where that is safe";
                case "System.Numerics.Vector<T>" or "System.Runtime.Intrinsics.Vector64<T>" or "System.Runtime.Intrinsics.Vector128<T>"
                    or "System.Runtime.Intrinsics.Vector256<T>" or "System.Runtime.Intrinsics.Vector512<T>":
                    return "it is a register, whose size may depend on the machine: use an array, or Vector2, Vector3 or Vector4";
                case "System.Text.Json.JsonElement" or "System.Text.Json.JsonDocument":
                    return "Kitbag stores it on .NET 8 and later: store its text, a string (GetRawText())";
                case "System.Text.Json.Nodes.JsonNode":
                    return "Kitbag stores it on .NET 8 and later: store its text, a string (ToJsonString())";
                case "System.Collections.Queue" or "System.Collections.Stack":
                    return "it does not specify the type of its elements: use Queue<T> or Stack<T>; T may be object";
                case "System.Collections.Hashtable" or "System.Collections.SortedList" or "System.Collections.DictionaryBase"
                    or "System.Collections.Specialized.OrderedDictionary" or "System.Collections.Specialized.HybridDictionary"
                    or "System.Collections.Specialized.ListDictionary":
                    return "it does not specify the types of its keys and values: use Dictionary<TKey, TValue> or "
                        + "SortedDictionary<TKey, TValue>; TValue may be object";
                case "System.Dynamic.ExpandoObject":
                    return "its members are known only when the program runs: use a class with members, or Dictionary<string, object>";
                case "System.Collections.Specialized.NameValueCollection" or "System.Collections.Specialized.StringDictionary":
                    return "it has strings for keys and values: use Dictionary<string, string>, or Dictionary<string, List<string>>";
                case "System.Collections.Specialized.StringCollection":
                    return "it has strings for elements: use List<string>";
                case "System.Data.DataTable" or "System.Data.DataSet":
                    return "its columns are known only when the program runs: use a list of a class with members";
                case "System.Xml.XmlNode":
                    return "it is a part of an XML document: store its text, a string (OuterXml), or exclude the member with "
                        + "[KitbagIgnore]";
                case "System.Xml.Linq.XObject":
                    return "it is a part of an XML document: store its text, a string (ToString()), or exclude the member with "
                        + "[KitbagIgnore]";
                case "System.Xml.XmlQualifiedName":
                    return "it is immutable: store its Name and its Namespace, two strings, or exclude the member with [KitbagIgnore]";
                case "System.Xml.Serialization.XmlSerializerNamespaces":
                    return "it only affects the form of XML: exclude the member with [KitbagIgnore]";
                case "System.Runtime.Serialization.ExtensionDataObject":
                    return "it contains what only a DataContractSerializer can write: exclude the member with [KitbagIgnore]";
                case "System.Drawing.Color":
                    return "Kitbag stores it on .NET 8 and later: store ToArgb(), an int";
            }
            return null;
        }
    }
}
