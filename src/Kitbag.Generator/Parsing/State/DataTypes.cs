using System.Collections.Generic;
using System.Linq;
using Microsoft.CodeAnalysis;

namespace Kitbag.Generator.Parsing
{
    /// <summary>
    /// Which types of private members are data: values, strings, collections and classes with values. The types of services and other
    /// active objects are not. Whether a single object is a part of the containing one or is referenced from elsewhere is often unknown.
    /// </summary>
    internal sealed class DataTypes
    {
        private static readonly HashSet<string> s_activeNamespaces = new HashSet<string>
        {
            "System.Linq", "System.Runtime.CompilerServices", "System.Runtime.InteropServices", "System.Threading",
            "System.Threading.Channels", "System.Threading.Tasks",
        };

        private static readonly HashSet<string> s_active = new HashSet<string>
        {
            "AppDomain", "Delegate", "IAsyncResult", "IDisposable", "IServiceProvider", "MulticastDelegate", "WeakReference",
        };

        private readonly Parser _parser;
        private readonly bool _areAllFields;
        private readonly Dictionary<ITypeSymbol, bool> _haveHiddenState = new Dictionary<ITypeSymbol, bool>(SymbolEqualityComparer.Default);

        private DataTypes(Parser parser, bool areAllFields)
        {
            _parser = parser;
            _areAllFields = areAllFields;
        }

        /// <summary>Whether a type is data, wherever a member has it.</summary>
        public static bool IsData(Parser parser, ITypeSymbol type) => new DataTypes(parser, false).IsData(type, isElement: false);

        /// <summary>Whether a private member is data, or refers to an object that may be a part of the containing one.</summary>
        public static bool MayBePart(Parser parser, ISymbol member)
        {
            bool areAllFields = AreAllFields(parser, member.ContainingType);
            var types = new DataTypes(parser, areAllFields);
            ITypeSymbol type = Members.TypeOf(member);
            if (types.IsData(type, isElement: false))
                return true;
            if (type is not INamedTypeSymbol named || UnityObjects.IsOne(type))
                return false;
            if (type.SpecialType == SpecialType.System_Object)
                return true;
            if (parser.Catalogue.Find(named) is { })
                return false;
            if (Names.IsOfPlatform(type))
                return areAllFields && type.IsReferenceType && !IsActive(named);
            return (type.TypeKind == TypeKind.Interface || type.IsAbstract)
                && (areAllFields || type.AllInterfaces.Prepend(type).Any(ShowsValue));
        }

        /// <summary>
        /// Whether a type is that of a single object: it is unknown whether it is part of this one or is referenced from elsewhere: an
        /// owner, a service, a view.
        /// </summary>
        public static bool IsReference(Parser parser, ITypeSymbol type) =>
            type.SpecialType == SpecialType.System_Object
            || (type is INamedTypeSymbol { IsReferenceType: true, TypeKind: TypeKind.Class or TypeKind.Interface } named
                && parser.Catalogue.Find(named) == null && !(Names.IsOfPlatform(type) && IsData(parser, type)));

        /// <summary>
        /// Whether the attribute of a type says that all its fields are data that are not excluded. In Unity, [Serializable] concerns
        /// public fields and marked ones.
        /// </summary>
        public static bool AreAllFields(Parser parser, INamedTypeSymbol type) => BinaryAttributes.IncludesFields(type)
            || (type.IsSerializable && parser.Compilation.GetTypeByMetadataName("UnityEngine.Object") == null);

        private bool IsData(ITypeSymbol type, bool isElement)
        {
            if (type is IArrayTypeSymbol array)
                return IsData(array.ElementType, isElement: true);
            if (type is ITypeParameterSymbol || type.TypeKind == TypeKind.Enum)
                return true;
            if (type is not INamedTypeSymbol named || !Members.IsData(type) || UnityObjects.IsOne(type))
                return false;
            // A single object is usually a lock or a reference to something else; a collection of values of any type is data.
            if (type.SpecialType == SpecialType.System_Object)
                return isElement;
            if (_parser.Catalogue.Find(named) is { })
                return named.Name != "Lazy" && AreData(named.TypeArguments);
            if (Names.IsOfPlatform(type))
            {
                return (type.IsValueType || Names.IsEnumerable(type) || type.Name == "Tuple" || (_areAllFields && isElement))
                    && !IsActive(named) && AreData(named.TypeArguments);
            }
            // A single object of an abstract type is usually a service; a collection of such objects is data.
            if (type.TypeKind == TypeKind.Interface || type.IsAbstract)
                return isElement;
            if (type.TypeKind is not (TypeKind.Struct or TypeKind.Class))
                return false;
            if (type.IsValueType && type.GetMembers().OfType<IFieldSymbol>().Any(f => !f.IsStatic && Members.IsData(f.Type)))
                return true;
            return ShowsValue(type) || HasHiddenState(named);
        }

        private bool AreData(IEnumerable<ITypeSymbol> elements) => elements.All(element => IsData(element, isElement: true));

        // Streams, locks, tasks, timers, threads, handles, queries, enumerators, and views of collections. Those that can be disposed of
        // are resources, unless they define what is stored of them.
        private static bool IsActive(INamedTypeSymbol type)
        {
            string space = type.ContainingNamespace.ToDisplayString();
            return type.ContainingType != null || s_active.Contains(type.Name) || s_activeNamespaces.Contains(space)
                || type.Name.EndsWith("Handle", System.StringComparison.Ordinal)
                || (type.IsReferenceType && space.StartsWith("System.Windows", System.StringComparison.Ordinal))
                || (type.AllInterfaces.Any(i => i.SpecialType == SpecialType.System_IDisposable)
                    && !type.AllInterfaces.Any(i => i.Name == "ISerializable"));
        }

        // An abstract property returns what a derived class may hold.
        private static bool ShowsValue(ITypeSymbol type)
        {
            for (ITypeSymbol? t = type; t is { SpecialType: SpecialType.None }; t = t.BaseType)
            {
                if (t.GetMembers().Any(m => m is { IsStatic: false, DeclaredAccessibility: Accessibility.Public }
                    && (HoldsValue(m) || (type.IsAbstract && m is IPropertySymbol { IsAbstract: true, GetMethod: not null }))))
                    return true;
            }
            return false;
        }

        private static bool HoldsValue(ISymbol member) => member switch
        {
            IFieldSymbol field => !field.IsConst,
            IPropertySymbol property => property is { GetMethod: not null, SetMethod: not null } || ReadOnlyMembers.IsAutomatic(property)
                || (SetterCode.BackingField(property) is { Length: > 0 } name
                    && property.ContainingType.GetMembers(name).Any(m => m is IFieldSymbol)),
            _ => false,
        };

        // Whether a class has private data that its methods change, or all its fields are data. Otherwise it contains what it works with.
        private bool HasHiddenState(INamedTypeSymbol type)
        {
            // An object of the same class that it refers to adds nothing.
            if (!_haveHiddenState.TryGetValue(type, out bool known))
            {
                _haveHiddenState[type] = false;
                _haveHiddenState[type] = known = FindsHiddenState(type);
            }
            return known;
        }

        private bool FindsHiddenState(INamedTypeSymbol type)
        {
            for (INamedTypeSymbol? t = type; t is { SpecialType: SpecialType.None }; t = t.BaseType)
            {
                bool areAllFields = AreAllFields(_parser, t);
                // The private fields of compiled types are not visible.
                if (t.DeclaringSyntaxReferences.Length == 0)
                {
                    if (areAllFields && !Names.IsOfPlatform(t))
                        return true;
                    continue;
                }
                List<IFieldSymbol> fields = t.GetMembers().OfType<IFieldSymbol>()
                    .Where(field => field is { IsStatic: false, IsConst: false } && Members.IsData(field) && !Inclusion.IsIgnored(field)
                        && !Inclusion.IsIgnored(Declarations.OwnerOf(field)))
                    .ToList();
                if (areAllFields ? fields.Count != 0 : fields.Any(field => IsData(field.Type, isElement: false)
                    && !LazyCaches.Is(Declarations.OwnerOf(field))
                    && SetterCode.ChangedAfterCreation(t.OriginalDefinition).Contains(Declarations.OwnerOf(field).Name)))
                    return true;
            }
            return false;
        }
    }
}
