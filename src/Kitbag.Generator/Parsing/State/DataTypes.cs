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

        // A class that implements one of these works with what it contains.
        private static readonly HashSet<string> s_activeInterfaces = new HashSet<string>
        {
            "IComparer", "IDisposable", "IEqualityComparer", "IQueryable",
        };

        private readonly Parser _parser;
        private readonly bool _areAllFields;
        private readonly Dictionary<ITypeSymbol, bool> _haveHiddenState = new Dictionary<ITypeSymbol, bool>(SymbolEqualityComparer.Default);
        private readonly Dictionary<ITypeSymbol, bool> _areValues = new Dictionary<ITypeSymbol, bool>(SymbolEqualityComparer.Default);
        private readonly Dictionary<ITypeSymbol, bool> _areCollections = new Dictionary<ITypeSymbol, bool>(SymbolEqualityComparer.Default);

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
            {
                // A node of a linked list may be a position in a list of the object, or tell where the object itself is in another one.
                return (areAllFields && type.IsReferenceType && !IsActive(named))
                    || (type.Name == "LinkedListNode" && types.AreData(named.TypeArguments));
            }
            return type.TypeKind == TypeKind.Interface || type.IsAbstract
                ? areAllFields || type.AllInterfaces.Prepend(type).Any(ShowsValue)
                : types.IsData(type, isElement: true);
        }

        /// <summary>
        /// Whether a type is that of a single object: it is unknown whether it is part of this one or is referenced from elsewhere: an
        /// owner, a service, a view. Collections are parts.
        /// </summary>
        public static bool IsReference(Parser parser, ITypeSymbol type) => new DataTypes(parser, false).IsReference(type);

        /// <summary>
        /// Whether the attribute of a type says that all its fields are data that are not excluded. In Unity, [Serializable] concerns
        /// public fields and marked ones.
        /// </summary>
        public static bool AreAllFields(Parser parser, INamedTypeSymbol type) => BinaryAttributes.IncludesFields(type)
            || (type.IsSerializable && parser.Compilation.GetTypeByMetadataName("UnityEngine.Object") == null);

        private bool IsReference(ITypeSymbol type) => type.SpecialType == SpecialType.System_Object
            || (type is INamedTypeSymbol { IsReferenceType: true, TypeKind: TypeKind.Class or TypeKind.Interface } named
                && _parser.Catalogue.Find(named) == null
                && !(Names.IsOfPlatform(type) ? IsData(type, isElement: false) : IsCollection(named)));

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
            if (IsCollection(named))
                return true;
            // A single object of an abstract type is usually a service; a collection of such objects is data.
            if (type.TypeKind == TypeKind.Interface || type.IsAbstract)
                return isElement;
            if (type.TypeKind is not (TypeKind.Struct or TypeKind.Class))
                return false;
            if (type.IsValueType && type.GetMembers().OfType<IFieldSymbol>().Any(f => !f.IsStatic && Members.IsData(f.Type)))
                return true;
            return ShowsValue(type) || HasHiddenState(named) || (isElement && IsValue(named));
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
        // An object of the same class that it refers to adds nothing.
        private bool HasHiddenState(INamedTypeSymbol type) => Once(_haveHiddenState, type, false, FindsHiddenState);

        private static bool Once(Dictionary<ITypeSymbol, bool> known, INamedTypeSymbol type, bool meanwhile,
            System.Func<INamedTypeSymbol, bool> find)
        {
            if (!known.TryGetValue(type, out bool found))
            {
                // Types that consist of each other, and types whose members are of ever longer constructed types: Node<T> of Node<Node<T>>.
                known[type] = meanwhile;
                known[type] = found = Names.Depth(type) > Unsupported.MaxDepth ? meanwhile : find(type);
            }
            return found;
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
                List<IFieldSymbol> fields = FieldsOf(t).Where(Members.IsData).ToList();
                if (areAllFields ? fields.Count != 0 : fields.Any(field => IsData(field.Type, isElement: false)
                    && !LazyCaches.Is(Declarations.OwnerOf(field))
                    && SetterCode.ChangedAfterCreation(t.OriginalDefinition).Contains(Declarations.OwnerOf(field).Name)))
                    return true;
            }
            return false;
        }

        private static IEnumerable<IFieldSymbol> FieldsOf(INamedTypeSymbol type) => type.GetMembers().OfType<IFieldSymbol>()
            .Where(field => field is { IsStatic: false, IsConst: false } && !Inclusion.IsIgnored(field)
                && !Inclusion.IsIgnored(Declarations.OwnerOf(field)));

        // Whether a class shows data to its project only, or consists of data that its constructors are given. If it refers to anything
        // else, such as a service, a delegate or a model, it works with that.
        private bool IsValue(INamedTypeSymbol type) => Once(_areValues, type, false, FindsValue);

        private bool FindsValue(INamedTypeSymbol type)
        {
            bool isGiven = false, isActive = type.AllInterfaces.Any(i => s_activeInterfaces.Contains(i.Name));
            for (INamedTypeSymbol? t = type; t is { SpecialType: SpecialType.None }; t = t.BaseType)
            {
                isActive |= t.DeclaringSyntaxReferences.Length == 0;
                HashSet<string> given = Given(t);
                foreach (IFieldSymbol field in FieldsOf(t))
                {
                    ISymbol owner = Declarations.OwnerOf(field);
                    if (LazyCaches.Is(owner) || SymbolEqualityComparer.Default.Equals(field.Type, type))
                        continue;
                    bool isData = IsData(field.Type, isElement: false);
                    if (isData && IsShownInProject(owner))
                        return true;
                    isActive |= IsReference(field.Type) ? field.Type is not INamedTypeSymbol other || !IsValue(other) : !isData;
                    isGiven |= isData && ReadOnlyMembers.IsValue(field.Type) && given.Contains(owner.Name);
                }
            }
            return isGiven && !isActive;
        }

        private static bool IsShownInProject(ISymbol member) =>
            member.DeclaredAccessibility is Accessibility.Internal or Accessibility.ProtectedOrInternal
            || member is IPropertySymbol { ExplicitInterfaceImplementations: { IsEmpty: false } };

        // The members that constructors set to what they are given, or compute of it, and the fields of captured parameters.
        private static HashSet<string> Given(INamedTypeSymbol type) => new HashSet<string>(type.OriginalDefinition.InstanceConstructors
            .SelectMany(constructor => Declarations.Of(constructor).SelectMany(ConstructorArguments.AssignedBy)
                .Where(one => constructor.Parameters.Any(p => ConstructorArguments.Mentions(one.Value, p.Name)))
                .Select(one => one.Key)
                .Concat(constructor.Parameters.Select(p => "<" + p.Name + ">P"))));

        // Whether a class or structure of a program is a collection that contains data.
        private bool IsCollection(INamedTypeSymbol type) => type.TypeKind is TypeKind.Class or TypeKind.Struct
            && Once(_areCollections, type, true, FindsElements);

        private bool FindsElements(INamedTypeSymbol type)
        {
            if (UserDefinedCollectionShape.ElementOf(type) is not { } element || !IsData(element, isElement: true)
                || type.AllInterfaces.Any(i => s_activeInterfaces.Contains(i.Name)))
                return false;
            for (INamedTypeSymbol? t = type; t is { SpecialType: SpecialType.None }; t = t.BaseType)
            {
                if (Names.IsOfPlatform(t))
                    return Names.IsEnumerable(t) && !IsActive(t) && t.Name != "ReadOnlyObservableCollection";
                if (t.DeclaringSyntaxReferences.Length == 0)
                {
                    return t.AllInterfaces.Any(i =>
                        i.OriginalDefinition.SpecialType == SpecialType.System_Collections_Generic_ICollection_T);
                }
                HashSet<string> changed = SetterCode.ChangedAfterCreation(t.OriginalDefinition);
                if (KeepsCollection(t, changed))
                    return false;
                if (ContainsElements(t, changed))
                    return true;
            }
            return false;
        }

        // Whether a constructor keeps a collection that only other code changes, as those of views and queries do.
        private static bool KeepsCollection(INamedTypeSymbol type, HashSet<string> changed) => type.OriginalDefinition.InstanceConstructors
            .SelectMany(constructor => constructor.Parameters)
            .Where(p => p.Type is { IsReferenceType: true, TypeKind: not TypeKind.Array, SpecialType: not SpecialType.System_String }
                && Names.IsEnumerable(p.Type))
            .SelectMany(ConstructorArguments.AssignedTo).Any(name => !changed.Contains(name));

        // Whether a class changes an object that may contain elements, or its constructors make one of what they are given.
        private bool ContainsElements(INamedTypeSymbol type, HashSet<string> changed)
        {
            HashSet<string> given = Given(type);
            return FieldsOf(type).Any(field => !ReadOnlyMembers.IsValue(field.Type) && IsData(field.Type, isElement: false)
                && (changed.Contains(Declarations.OwnerOf(field).Name)
                    || (given.Contains(Declarations.OwnerOf(field).Name) && Names.IsEnumerable(field.Type)
                        && field.Type.OriginalDefinition.SpecialType != SpecialType.System_Collections_Generic_IEnumerable_T)));
        }
    }
}
