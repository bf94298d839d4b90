using System.Collections.Generic;
using System.Linq;
using Kitbag.Generator.Model;
using Microsoft.CodeAnalysis;

namespace Kitbag.Generator.Parsing
{
    /// <summary>
    /// Methods that attributes mark for other serializers: [OnSerializing] and [OnDeserialized] of System.Runtime.Serialization for data
    /// contracts, Newtonsoft.Json and BinaryFormatter, and those of MemoryPack and protobuf-net. Each class of a hierarchy may have some;
    /// most of them are private.
    /// </summary>
    internal static class MarkedCallbacks
    {
        /// <summary>The namespace of the attributes.</summary>
        public const string Space = "System.Runtime.Serialization.";

        /// <summary>The attributes of methods that are called before an object is written.</summary>
        public static readonly string[] Serializing =
        {
            Space + "OnSerializingAttribute", BinaryAttributes.MemoryPack + "OnSerializingAttribute",
            BinaryAttributes.ProtoBuf + "BeforeSerializationAttribute",
        };

        /// <summary>The attributes of methods that are called after an object was read.</summary>
        public static readonly string[] Deserialized =
        {
            Space + "OnDeserializedAttribute", BinaryAttributes.MemoryPack + "OnDeserializedAttribute",
            BinaryAttributes.ProtoBuf + "AfterDeserializationAttribute",
        };

        private static readonly string[] s_all = Serializing.Concat(Deserialized).ToArray();

        // As they are written.
        private static readonly HashSet<string> s_shortNames = new HashSet<string>(s_all.SelectMany(name => new[]
        {
            IgnoredAttributes.Short(name), name.Substring(name.LastIndexOf('.') + 1),
        }));

        /// <summary>The type of their parameter in C#.</summary>
        public const string ContextInCode = "global::" + Space + "StreamingContext";

        /// <summary>Whether a name in the source may be that of one of the attributes.</summary>
        public static bool IsShortName(string name) => s_shortNames.Contains(name);

        /// <summary>Whether an attribute of this name marks methods that are called.</summary>
        public static bool IsAttribute(string name) => System.Array.IndexOf(s_all, name) >= 0;

        /// <summary>Whether a method has one of the attributes.</summary>
        public static bool IsMarked(ISymbol method, string[] attributes) => Attributes.Has(method, attributes);

        /// <summary>Whether a member is a marked method of the form that is called.</summary>
        public static bool IsOne(ISymbol member) => member is IMethodSymbol { MethodKind: MethodKind.Ordinary } method
            && s_all.Any(attribute => HasForm(method, attribute)) && !IsEmpty(method);

        /// <summary>The type itself and its base classes that are not part of .NET.</summary>
        public static IEnumerable<INamedTypeSymbol> Bases(INamedTypeSymbol type)
        {
            for (INamedTypeSymbol? t = type; t is { SpecialType: SpecialType.None, TypeKind: not TypeKind.Error } && !Names.IsOfPlatform(t);
                t = t.BaseType)
                yield return t;
        }

        /// <summary>
        /// The methods that attributes mark, those of base classes first, each with the class that declares it. Of a virtual method and its
        /// overrides only the first one, because a call of it calls the last override.
        /// </summary>
        public static IEnumerable<(INamedTypeSymbol Declaring, IMethodSymbol Method)> Of(Parser parser, INamedTypeSymbol type,
            string[] attributes)
        {
            var seen = new HashSet<ISymbol>(SymbolEqualityComparer.Default);
            foreach (INamedTypeSymbol declaring in Bases(type).Reverse())
            {
                List<IMethodSymbol> declared = Declared(parser, declaring, attributes).ToList();
                if (declared.Count == 0 || Callbacks.IsLeftToInterface(declaring, attributes))
                    continue;
                foreach (IMethodSymbol method in OfOneSerializer(parser, declaring, declared, attributes))
                {
                    if (seen.Add(Root(method)))
                        yield return (declaring, method);
                }
            }
        }

        /// <summary>Why a marked method is not called, and what to do; otherwise null.</summary>
        public static string? WhyNot(Parser parser, INamedTypeSymbol declaring, IMethodSymbol method, string[] attributes)
        {
            if (!attributes.Any(attribute => HasForm(method, attribute)))
                return "the method is not called: declare it as 'void " + method.Name + (AttributeOf(method, attributes)
                    .StartsWith(Space, System.StringComparison.Ordinal) ? "(StreamingContext context)'" : "()'")
                    + (method.IsStatic ? ", not static" : "") + Otherwise(parser, declaring, attributes);
            if (IsVisible(parser, declaring, method) || Accessors.WhyNot(parser, declaring) is not { } why || IsPartial(parser, declaring,
                method))
                return null;
            return "the method is not called: " + why + "; or make it " + (parser.IsOwn(declaring) ? "internal" : "public")
                + Otherwise(parser, declaring, attributes);
        }

        /// <summary>The first of the attributes that a method has.</summary>
        public static string AttributeOf(IMethodSymbol method, string[] attributes) =>
            attributes.First(attribute => Attributes.Has(method, attribute));

        private static string Otherwise(Parser parser, INamedTypeSymbol declaring, string[] attributes) => parser.IsOwn(declaring)
            ? ", or implement " + (attributes == Deserialized ? "IKitbagDeserialized" : "IKitbagSerializing")
            : " if you can change the type, or write a [KitbagSurrogate] for it";

        /// <summary>Describes a method for which <see cref="WhyNot"/> returns null.</summary>
        public static CallbackModel Describe(Parser parser, INamedTypeSymbol declaring, IMethodSymbol method)
        {
            string type = Names.InCode(declaring);
            if (IsVisible(parser, declaring, method))
            {
                parser.NoteCall(method);
                return new CallbackModel(type, Members.Escape(method.Name), ArgumentsOf(method)) { Access = CallbackAccess.Visible };
            }
            if (Accessors.WhyNot(parser, declaring) == null)
                return new CallbackModel(type, method.Name, ArgumentsOf(method))
                {
                    Access = CallbackAccess.Accessor,
                    Open = declaring.IsGenericType ? TypeParameters.Describe(declaring, Enumerable.Empty<ITypeSymbol>()) : null,
                };
            if (!OfferedAccessors.Have(parser.Compilation, declaring, method))
                parser.AddCallback(declaring, method);
            return new CallbackModel(type, method.Name, ArgumentsOf(method)) { Access = CallbackAccess.Partial };
        }

        /// <summary>Describes the call of a method from within its type.</summary>
        public static PartialCallbackModel Describe(IMethodSymbol method) =>
            new PartialCallbackModel(method.Name, Members.Escape(method.Name), ArgumentsOf(method));

        /// <summary>The parameters of a method in C#.</summary>
        public static string ParametersOf(IMethodSymbol method) => method.Parameters.IsEmpty ? "" : ContextInCode + " context";

        private static string ArgumentsOf(IMethodSymbol method) => method.Parameters.IsEmpty ? "" : "default(" + ContextInCode + ")";

        // A class may have methods of different serializers for the same moment. Each serializer calls its own, so these do the same, and
        // one may call the other.
        private static IEnumerable<IMethodSymbol> OfOneSerializer(Parser parser, INamedTypeSymbol declaring, List<IMethodSymbol> declared,
            string[] attributes) => attributes
            .Select(attribute => declared.Where(method => Attributes.Has(method, attribute)))
            .FirstOrDefault(methods => methods.Any(method => WhyNot(parser, declaring, method, attributes) == null)) ?? declared;

        // Those that the compiler shows; those that the project of a compiled type redeclared; and private ones of other compiled types.
        private static IEnumerable<IMethodSymbol> Declared(Parser parser, INamedTypeSymbol type, string[] attributes)
        {
            IEnumerable<ISymbol> members = type.GetMembers();
            if (parser.Catalogue.FindHidden(type, byFields: false) is { } hidden)
                members = members.Concat(hidden.GetMembers());
            return members.Concat(HiddenFields.Methods(parser, type)).OfType<IMethodSymbol>()
                .Where(method => IsMarked(method, attributes) && !IsEmpty(method))
                .GroupBy(method => (method.Name, method.Parameters.Length)).Select(same => same.First());
        }

        // The compiler removes calls of a partial method that has no body, and the method itself.
        private static bool IsEmpty(IMethodSymbol method) => method is { IsPartialDefinition: true, PartialImplementationPart: null };

        // Whether a method has an attribute, and a form that is called: only protobuf-net does not prescribe whether it has a parameter.
        private static bool HasForm(IMethodSymbol method, string attribute) => Attributes.Has(method, attribute)
            && method is { IsStatic: false, IsGenericMethod: false, ReturnsVoid: true }
            && (method.Parameters.IsEmpty ? !attribute.StartsWith(Space, System.StringComparison.Ordinal)
                : !attribute.StartsWith(BinaryAttributes.MemoryPack, System.StringComparison.Ordinal) && method.Parameters.Length == 1
                    && method.Parameters[0].RefKind == RefKind.None
                    && method.Parameters[0].Type.ToDisplayString() == Space + "StreamingContext");

        private static ISymbol Root(IMethodSymbol method)
        {
            while (method.OverriddenMethod is { } overridden)
                method = overridden;
            return method.OriginalDefinition;
        }

        // A method that a compiled project redeclared, or that the compiler does not load by default, belongs to another symbol.
        private static bool IsVisible(Parser parser, INamedTypeSymbol declaring, IMethodSymbol method) =>
            SymbolEqualityComparer.Default.Equals(method.ContainingType, declaring) && Access.IsVisible(parser, method)
                && !Warnings.IsError(method) && method.MethodKind == MethodKind.Ordinary;

        private static bool IsPartial(Parser parser, INamedTypeSymbol declaring, IMethodSymbol method) =>
            OfferedAccessors.Have(parser.Compilation, declaring, method)
            || (parser.IsOwn(declaring) && PartialTypes.NotPartial(declaring) == null && !Warnings.IsError(method)
                && method.MethodKind == MethodKind.Ordinary);
    }
}
