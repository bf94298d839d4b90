using System.Collections.Generic;
using System.Linq;
using Kitbag.Generator.Diagnostics;
using Kitbag.Generator.Model;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Syntax;

namespace Kitbag.Generator.Parsing
{
    /// <summary>
    /// User-defined collections, whether or not they derive from one of .NET: their elements can be enumerated, and they can be created
    /// from elements.
    /// </summary>
    internal static class UserDefinedCollectionShape
    {
        private const string Generic = "System.Collections.Generic.";

        // Types derived from these have no order either.
        private static readonly string[] s_unordered = { Generic + "HashSet<T>", Generic + "Dictionary<TKey, TValue>",
            "System.Collections.Concurrent.ConcurrentBag<T>", "System.Collections.Concurrent.ConcurrentDictionary<TKey, TValue>" };

        public static bool IsCollection(Parser parser, ITypeSymbol type) =>
            IsEnumerable(type) && !parser.IsByFields(type) && !IsByMembers(parser, (INamedTypeSymbol)type);

        private static bool IsEnumerable(ITypeSymbol type) =>
            type is INamedTypeSymbol { TypeKind: TypeKind.Class or TypeKind.Struct, IsAbstract: false }
            && (!Names.IsOfPlatform(type) || IsGenericCollection(type))
            && Names.IsEnumerable(type);

        /// <summary>
        /// Whether a type is enumerable but cannot be populated with elements, or only after a private constructor, while its members are
        /// its complete state: then the members are stored.
        /// </summary>
        public static bool IsByMembers(Parser parser, INamedTypeSymbol type) => IsEnumerable(type) && PrivateState.IsInMembers(type)
            && (NonGenericCollections.IsNonGeneric(type) || WhyNot(parser, type, out _, out UserDefinedCollectionModel? own) != null
                || own!.HasHiddenConstructor);

        /// <summary>The type of the elements; null if there is none, or more than one.</summary>
        public static ITypeSymbol? ElementOf(INamedTypeSymbol type) => ElementsOf(type) is { Length: 1 } given ? given[0] : null;

        private static ITypeSymbol[] ElementsOf(INamedTypeSymbol type) => NonGenericCollections.ElementOf(type) is { } element
            ? new[] { element } : Arguments(type, "IEnumerable<T>").Select(a => a[0]).ToArray();

        // .NET has collections that are newer than Kitbag's catalogue; they are treated like user-defined ones.
        private static bool IsGenericCollection(ITypeSymbol type) =>
            type is INamedTypeSymbol { IsGenericType: true }
                && type.ContainingNamespace.ToDisplayString() is "System.Collections.Generic" or "System.Collections.ObjectModel";

        public static bool TryOwnCollection(Parser parser, ITypeSymbol type, out TypeModel? model)
        {
            model = null;
            if (!IsCollection(parser, type))
                return false;
            var named = (INamedTypeSymbol)type;
            if (!Access.IsVisible(parser, type))
            {
                parser.Report(Rules.Inaccessible, parser.Path, Names.InSchema(type));
                return true;
            }
            if (WhyNot(parser, named, out ITypeSymbol[] parts, out UserDefinedCollectionModel? own) is { } why)
            {
                parser.ReportAt(type, Rules.UnsupportedType, parser.Path, Names.InSchema(type), why);
                return true;
            }
            IgnoredAttributes.ReportCollection(parser, type);
            CollectionMembers.Report(parser, named);

            var declared = new TypeModel(Names.InCode(type), ShapeKind.LengthPrefix, type.IsValueType, parser.ClassName(type, "Codec"), "",
                "", SlotKind.Word32, 4, new EquatableArray<string>(parts.Select(parser.KeyOf).ToArray()),
                EquatableArray<MemberModel>.Empty)
            { UserDefined = own!, Tracked = type.IsValueType ? null : parser.TrackedChoice(named) };
            parser.Declare(declared);
            for (int i = 0; i < parts.Length; i++)
            {
                if (parser.Visit(parts[i], parts.Length == 1 ? "[]" : i == 0 ? ".Keys[]" : ".Values[]") == null)
                    return true;
            }
            model = declared;
            return true;
        }

        // Why it cannot be stored by its elements, and what to do; otherwise null, with the elements, or keys and values, and how it is
        // created.
        private static string? WhyNot(Parser parser, INamedTypeSymbol type, out ITypeSymbol[] parts, out UserDefinedCollectionModel? own)
        {
            own = null;
            parts = ElementsOf(type);
            if (parts.Length != 1)
                return parts.Length == 0
                    ? "it does not specify the type of its elements: " + Unsupported.Remedy(type, "implement IEnumerable<T>",
                        "declare a collection that does, or write a [KitbagSurrogate] for it")
                    : "it implements IEnumerable<T> for more than one type: " + Unsupported.Remedy(type,
                        "implement IEnumerable<T> for one only, or store its fields, by [KitbagSerializable(Fields = true)]",
                        "declare a collection of one type, or write a [KitbagSurrogate] for it");
            if (Bases(type).Any(b =>
                b.OriginalDefinition.ToDisplayString() is Generic + "Stack<T>" or "System.Collections.Concurrent.ConcurrentStack<T>"
                    or "System.Collections.Stack"))
                return "it derives from a stack, which enumerates its elements in reverse order of insertion: keep the stack "
                    + "in a member";
            bool isLikeStack = IsLikeStack(type, parts[0]);
            if (isLikeStack || IsReversed(type))
                return (isLikeStack ? "it has Push and Pop, and" : "it") + " seems to enumerate its elements in reverse order of "
                    + "insertion: " + Unsupported.Remedy(type,
                    "keep the elements in a list, or store its fields, by [KitbagSerializable(Fields = true)]",
                    "declare a Stack<" + Names.InSchema(parts[0]) + "> instead, or write a [KitbagSurrogate] for it");
            if (parts[0] is INamedTypeSymbol { TypeArguments.Length: 2 } pair
                && pair.OriginalDefinition.ToDisplayString() == Generic + "KeyValuePair<TKey, TValue>"
                && IsMap(parser, type, pair.TypeArguments.ToArray()))
                parts = pair.TypeArguments.ToArray();
            if (parts.Length == 2 && type.IsValueType)
                return "a dictionary that is a struct is not supported: make it a class, or store its fields, "
                    + "by [KitbagSerializable(Fields = true)]";
            own = HowConstructed(parser, type, parts);
            return own == null ? Unsupported.Remedy(type, Advice(parser, type, parts), Instead(parts)) : null;
        }

        // Source shows whether the enumerated elements are in a collection that is in the order of insertion. Compiled code does not.
        private static bool IsLikeStack(INamedTypeSymbol type, ITypeSymbol element)
        {
            List<ISymbol> members = OwnMembers(type);
            bool Has(string name, int parameters) => members.OfType<IMethodSymbol>().Any(m => !m.IsStatic && m.Name == name
                && m.Parameters.Length == parameters && m.Parameters.All(p => Same(p.Type, element)));
            bool isOfPlatform = Bases(type).Any(b => Names.IsOfPlatform(b) && Names.IsEnumerable(b));
            if (isOfPlatform || !Has("Push", 1) || !Has("Pop", 0))
                return false;
            if (members.Where(m => m.Name.EndsWith("GetEnumerator", System.StringComparison.Ordinal)).SelectMany(Declarations.Of)
                .Any(CountsDown))
                return true;
            HashSet<string> enumerated = SetterCode.UsedToEnumerate(type);
            return !members.Where(m => m is IFieldSymbol or IPropertySymbol && enumerated.Contains(m.Name)).Select(Members.TypeOf)
                .Any(t => t is IArrayTypeSymbol
                    || (Names.IsEnumerable(t) && !Same(t, type) && !t.Name.EndsWith("Stack", System.StringComparison.Ordinal)));
        }

        // Whether a collection adds elements at its start, or enumerates them from its end.
        private static bool IsReversed(INamedTypeSymbol type)
        {
            IEnumerable<SyntaxNode> Of(string name) => OwnMembers(type).OfType<IMethodSymbol>()
                .Where(m => m.Name == name || m.Name.EndsWith("." + name, System.StringComparison.Ordinal)).SelectMany(Declarations.Of)
                .SelectMany(declaration => declaration.DescendantNodes());
            bool isAddedFirst = Of("Add").OfType<InvocationExpressionSyntax>().Any(call => SetterCode.NameOfMethod(call) is "AddFirst"
                || (SetterCode.NameOfMethod(call) is "Insert" or "InsertItem" && call.ArgumentList.Arguments[0].ToString() == "0"));
            bool isEnumeratedLastFirst = Of("GetEnumerator").Any(node => node is ForStatementSyntax loop
                    ? loop.Incrementors.Any(one => one.Kind() is SyntaxKind.PostDecrementExpression or SyntaxKind.PreDecrementExpression)
                    : node is InvocationExpressionSyntax call && SetterCode.NameOfMethod(call) == "Reverse");
            return isAddedFirst != isEnumeratedLastFirst;
        }

        // The members of a collection and its base classes, without those of .NET.
        private static List<ISymbol> OwnMembers(INamedTypeSymbol type) =>
            Bases(type).Where(b => !Names.IsOfPlatform(b)).SelectMany(b => b.GetMembers()).ToList();

        private static bool CountsDown(SyntaxNode enumerator) => enumerator.DescendantNodes().Any(node =>
            node.IsKind(SyntaxKind.PostDecrementExpression) || node.IsKind(SyntaxKind.PreDecrementExpression)
                || node is IdentifierNameSyntax { Identifier: { ValueText: "Reverse" } });

        private static string Advice(Parser parser, INamedTypeSymbol type, ITypeSymbol[] parts)
        {
            if (!type.IsAbstract && type.InstanceConstructors.Any(c => c.Parameters.Length == 0) && !HasBareConstructor(parser, type)
                && (FindAdd(parser, type, parts) != null || (parts.Length == 2 && FindIndexer(parser, type, parts))))
                return "generated code cannot call its constructor without parameters: make that public or internal";
            string[] names = parts.Select(Names.InSchema).ToArray();
            string nothing = parts.Length == 1 ? "it is a collection that nothing can populate"
                : "it is a dictionary that nothing can populate";
            string add = parts.Length == 1 ? "Add(" + names[0] + " item)" : "Add(" + names[0] + " key, " + names[1] + " value)";
            string taken = parts.Length == 1
                ? "an 'IEnumerable<" + names[0] + ">' or a 'ReadOnlySpan<" + names[0] + ">'"
                : "an 'IDictionary<" + names[0] + ", " + names[1] + ">'";
            // The fields of .NET's own collections are not visible.
            bool hasFields = type.BaseType is not { SpecialType: SpecialType.None } other || !Names.IsOfPlatform(other);
            return nothing + ": give it a constructor without parameters and a method '" + add + "', or a constructor that takes " + taken
                + (hasFields ? "; or make all of its state public members, which are then stored; or store its fields, by "
                    + "[KitbagSerializable(Fields = true)]" : "");
        }

        private static string Instead(ITypeSymbol[] parts)
        {
            string names = string.Join(", ", parts.Select(Names.InSchema));
            return parts.Length == 1
                ? "it is a collection that nothing can populate: declare List<" + names + ">, HashSet<" + names
                    + "> or an interface of these instead, or write a [KitbagSurrogate] for it"
                : "it is a dictionary that nothing can populate: declare Dictionary<" + names
                    + "> or an interface of that instead, or write a [KitbagSurrogate] for it";
        }

        // Pairs of keys and values alone do not make a dictionary: they may be elements of a list.
        private static bool IsMap(Parser parser, INamedTypeSymbol type, ITypeSymbol[] parts) =>
            Arguments(type, "IDictionary<TKey, TValue>").Concat(Arguments(type, "IReadOnlyDictionary<TKey, TValue>"))
                .Any(a => Same(a[0], parts[0]) && Same(a[1], parts[1]))
            || FindIndexer(parser, type, parts) || FindAdd(parser, type, parts) != null;

        private static UserDefinedCollectionModel? HowConstructed(Parser parser, INamedTypeSymbol type, ITypeSymbol[] parts)
        {
            bool isMap = parts.Length == 2;
            bool isOrdered = !Bases(type).Any(b => s_unordered.Contains(b.OriginalDefinition.ToDisplayString()));
            bool canFill = Arguments(type, "ICollection<T>").Any(a => Same(a[0], ElementsOf(type)[0]));
            UserDefinedCollectionModel By(CollectionConstruction filling, string through) =>
                new UserDefinedCollectionModel(filling, through, isMap, isOrdered) { CanFill = canFill };

            bool isHidden = HasHiddenConstructor(parser, type), isBare = isHidden || HasBareConstructor(parser, type);
            UserDefinedCollectionModel? way = null;
            if (isBare && isMap && FindIndexer(parser, type, parts))
                way = By(CollectionConstruction.Indexer, "");
            else if (isBare && FindAdd(parser, type, parts) is { } add)
                way = By(Same(add.ReturnType, type) ? CollectionConstruction.ReturningAdd : CollectionConstruction.Add, "");

            // Every struct has a parameterless constructor; a constructor that takes elements is preferred, also to a private one.
            bool isLast = way == null || type.IsValueType || isHidden;
            if (isLast && FindConstructor(parser, type, parts, out CollectionConstruction filling) is { } parameter)
                return By(filling, Names.InCode(parameter));
            if (isLast && !isMap && FindBuilder(parser, type, parts[0]) is { } builder)
                return By(CollectionConstruction.Builder, builder);
            way ??= isBare ? ByInterface() : null;
            return way == null || !isHidden ? way : way with
            {
                HasHiddenConstructor = true,
                OpenConstructor = type.IsGenericType ? TypeParameters.Describe(type, Enumerable.Empty<ITypeSymbol>()) : null,
            };

            UserDefinedCollectionModel? ByInterface()
            {
                if (NonGenericCollections.IsList(type))
                    return By(CollectionConstruction.Add, "global::System.Collections.IList");
                string contract = isMap ? "IDictionary<TKey, TValue>" : "ICollection<T>";
                INamedTypeSymbol? through = type.AllInterfaces.FirstOrDefault(i => i.OriginalDefinition.ToDisplayString() == Generic
                    + contract && Same(i.TypeArguments[0], parts[0]));
                return through == null ? null
                    : By(isMap ? CollectionConstruction.Indexer : CollectionConstruction.Add, Names.InCode(through));
            }
        }

        // Whether an accessor can call a constructor that generated code cannot.
        private static bool HasHiddenConstructor(Parser parser, INamedTypeSymbol type) => !type.IsAbstract
            && !HasBareConstructor(parser, type) && Accessors.WhyNot(parser, type) == null
            && type.InstanceConstructors.Any(c => c.Parameters.Length == 0 && !Access.IsVisible(parser, c));

        private static bool HasBareConstructor(Parser parser, INamedTypeSymbol type)
        {
            List<IMethodSymbol> bare = type.InstanceConstructors.Where(c => c.Parameters.All(p => p.HasExplicitDefaultValue)
                && CanCall(parser, c)).ToList();
            return bare.Count == 1 || bare.Any(c => c.Parameters.Length == 0);
        }

        private static IMethodSymbol? FindAdd(Parser parser, INamedTypeSymbol type, ITypeSymbol[] parts) =>
            Bases(type).SelectMany(b => b.GetMembers("Add")).OfType<IMethodSymbol>().FirstOrDefault(m =>
                m is { IsStatic: false, IsGenericMethod: false, MethodKind: MethodKind.Ordinary } && CanUse(parser, m)
                    && Takes(m.Parameters, parts));

        private static bool FindIndexer(Parser parser, INamedTypeSymbol type, ITypeSymbol[] parts) =>
            Bases(type).SelectMany(b => b.GetMembers()).OfType<IPropertySymbol>().Any(p =>
                p is { IsIndexer: true, SetMethod: { IsInitOnly: false } setter } && CanUse(parser, p) && CanUse(parser, setter)
                    && Same(p.Type, parts[1]) && Takes(p.Parameters, new[] { parts[0] }));

        /// <returns>The type of the parameter that takes all elements.</returns>
        private static ITypeSymbol? FindConstructor(Parser parser, INamedTypeSymbol type, ITypeSymbol[] parts,
            out CollectionConstruction filling)
        {
            Compilation compilation = parser.Compilation;
            INamedTypeSymbol? whole = compilation.GetTypeByMetadataName(Generic
                + (parts.Length == 2 ? "Dictionary`2" : "List`1"))?.Construct(parts);
            ITypeSymbol[] parameters = type.InstanceConstructors
                .Where(c => c.Parameters.Length != 0 && c.Parameters[0].RefKind == RefKind.None && c.Parameters.Skip(1)
                    .All(p => p.HasExplicitDefaultValue) && CanCall(parser, c))
                .Select(c => c.Parameters[0].Type)
                .Where(p => p.SpecialType is not (SpecialType.System_Object or SpecialType.System_Collections_IEnumerable)
                    && !Same(p, type))
                .OrderBy(Names.InSchema, System.StringComparer.Ordinal)
                .ToArray();
            filling = CollectionConstruction.Constructor;
            if (whole != null && parameters.FirstOrDefault(p => Converts(compilation, whole, p) && Gives(p, type, parts)) is { } found)
                return found;
            if (parts.Length == 2)
                return null;
            filling = CollectionConstruction.ArrayConstructor;
            if (parameters.FirstOrDefault(p => p is IArrayTypeSymbol { Rank: 1 } array && Same(array.ElementType, parts[0])) is { } ofArray)
                return ofArray;
            filling = CollectionConstruction.SpanConstructor;
            if (parameters.FirstOrDefault(p => IsSpan(p, parts[0])) is { } ofSpan)
                return ofSpan;
            filling = CollectionConstruction.SetConstructor;
            return compilation.GetTypeByMetadataName(Generic + "HashSet`1")?.Construct(parts) is { } set
                ? parameters.FirstOrDefault(p => Converts(compilation, set, p) && Gives(p, type, parts))
                : null;
        }

        private static bool IsSpan(ITypeSymbol type, ITypeSymbol element) =>
            type is INamedTypeSymbol { IsGenericType: true } span && span.OriginalDefinition.ToDisplayString() == "System.ReadOnlySpan<T>"
                && Same(span.TypeArguments[0], element);

        /// <returns>The method that [CollectionBuilder] names, as C# code.</returns>
        private static string? FindBuilder(Parser parser, INamedTypeSymbol type, ITypeSymbol element)
        {
            foreach (AttributeData data in Attributes.All(type.OriginalDefinition,
                "System.Runtime.CompilerServices.CollectionBuilderAttribute"))
            {
                if (data.ConstructorArguments.Length != 2 || data.ConstructorArguments[0].Value is not INamedTypeSymbol builder
                    || data.ConstructorArguments[1].Value is not string name)
                    continue;
                ITypeSymbol[] arguments = type.TypeArguments.ToArray();
                foreach (IMethodSymbol method in builder.GetMembers(name).OfType<IMethodSymbol>())
                {
                    if (!method.IsStatic || method.Arity != arguments.Length || method.Parameters.Length != 1 || !CanUse(parser, method))
                        continue;
                    IMethodSymbol closed = arguments.Length == 0 ? method : method.Construct(arguments);
                    if (IsSpan(closed.Parameters[0].Type, element) && Same(closed.ReturnType, type))
                        return Names.InCode(builder) + "." + Members.Escape(name)
                            + (arguments.Length == 0 ? "" : "<" + string.Join(", ", arguments.Select(Names.InCode)) + ">");
                }
            }
            return null;
        }

        // A constructor with another purpose, for example for a comparer, might accept a list as well.
        private static bool Gives(ITypeSymbol parameter, INamedTypeSymbol type, ITypeSymbol[] parts)
        {
            ITypeSymbol element = ElementsOf(type)[0];
            return parameter is INamedTypeSymbol named && Arguments(named, "IEnumerable<T>").Any(a => Same(a[0], element));
        }

        private static bool Converts(Compilation compilation, ITypeSymbol from, ITypeSymbol to) =>
            compilation.ClassifyCommonConversion(from, to) is { Exists: true, IsImplicit: true, IsUserDefined: false };

        private static bool CanCall(Parser parser, IMethodSymbol constructor) => CanUse(parser, constructor)
            && (RequiredMembers.AreSetBy(constructor)
                || !Bases(constructor.ContainingType).SelectMany(b => b.GetMembers())
                .Any(m => m is IFieldSymbol or IPropertySymbol && RequiredMembers.IsRequired(m)));

        private static bool CanUse(Parser parser, ISymbol symbol) => Access.IsVisible(parser, symbol) && !Warnings.IsError(symbol);

        private static bool Takes(IReadOnlyList<IParameterSymbol> parameters, ITypeSymbol[] parts) =>
            parameters.Count == parts.Length
                && parameters.Zip(parts, (p, part) => p.RefKind is RefKind.None or RefKind.In && Same(p.Type, part)).All(same => same);

        // The type arguments of the interfaces with a generic definition, including the type itself.
        private static IEnumerable<ITypeSymbol[]> Arguments(INamedTypeSymbol type, string definition) =>
            type.AllInterfaces.Prepend(type).Where(i => i.OriginalDefinition.ToDisplayString() == Generic + definition)
                .Select(i => i.TypeArguments.ToArray());

        private static IEnumerable<INamedTypeSymbol> Bases(INamedTypeSymbol type)
        {
            for (INamedTypeSymbol? b = type; b != null; b = b.BaseType)
                yield return b;
        }

        private static bool Same(ITypeSymbol a, ITypeSymbol b) => SymbolEqualityComparer.Default.Equals(a, b);
    }
}
