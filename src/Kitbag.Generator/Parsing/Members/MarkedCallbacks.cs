using System.Collections.Generic;
using System.Linq;
using Kitbag.Generator.Model;
using Microsoft.CodeAnalysis;

namespace Kitbag.Generator.Parsing
{
    /// <summary>
    /// Methods that [OnSerializing] or [OnDeserialized] of System.Runtime.Serialization marks, for data contracts, Newtonsoft.Json and
    /// BinaryFormatter. Each class of a hierarchy may have one; most of them are private.
    /// </summary>
    internal static class MarkedCallbacks
    {
        /// <summary>The namespace of the attributes.</summary>
        public const string Space = "System.Runtime.Serialization.";

        /// <summary>The attributes of methods that are called before an object is written, and after it was read.</summary>
        public const string Serializing = Space + "OnSerializingAttribute", Deserialized = Space + "OnDeserializedAttribute";

        /// <summary>The type of their parameter in C#.</summary>
        public const string ContextInCode = "global::" + Space + "StreamingContext";

        private const string Arguments = "default(" + ContextInCode + ")";

        /// <summary>Whether a name in the source may be that of one of the attributes.</summary>
        public static bool IsShortName(string name) =>
            name is "OnSerializing" or "OnSerializingAttribute" or "OnDeserialized" or "OnDeserializedAttribute";

        /// <summary>Whether a method has an attribute.</summary>
        public static bool IsMarked(ISymbol method, string attribute) => Attributes.Has(method, attribute);

        /// <summary>Whether a member is a marked method of the form that is called.</summary>
        public static bool IsOne(ISymbol member) => member is IMethodSymbol { MethodKind: MethodKind.Ordinary } method
            && Attributes.Has(method, Serializing, Deserialized) && HasForm(method) && !IsEmpty(method);

        /// <summary>The type itself and its base classes that are not part of .NET.</summary>
        public static IEnumerable<INamedTypeSymbol> Bases(INamedTypeSymbol type)
        {
            for (INamedTypeSymbol? t = type; t is { SpecialType: SpecialType.None } && !Names.IsOfPlatform(t); t = t.BaseType)
                yield return t;
        }

        /// <summary>
        /// The methods that an attribute marks, those of base classes first, each with the class that declares it. Of a virtual method and
        /// its overrides only the first one, because a call of it calls the last override.
        /// </summary>
        public static IEnumerable<(INamedTypeSymbol Declaring, IMethodSymbol Method)> Of(Parser parser, INamedTypeSymbol type,
            string attribute)
        {
            var seen = new HashSet<ISymbol>(SymbolEqualityComparer.Default);
            foreach (INamedTypeSymbol declaring in Bases(type).Reverse())
            {
                List<IMethodSymbol> declared = Declared(parser, declaring, attribute).ToList();
                if (declared.Count == 0 || Callbacks.IsLeftToInterface(declaring, attribute))
                    continue;
                foreach (IMethodSymbol method in declared)
                {
                    if (seen.Add(Root(method)))
                        yield return (declaring, method);
                }
            }
        }

        /// <summary>Why a marked method is not called, and what to do; otherwise null.</summary>
        public static string? WhyNot(Parser parser, INamedTypeSymbol declaring, IMethodSymbol method)
        {
            if (!HasForm(method))
                return "the method is not called: declare it as 'void " + method.Name + "(StreamingContext context)'"
                    + (method.IsStatic ? ", not static" : "");
            if (IsVisible(parser, declaring, method) || Accessors.WhyNot(parser, declaring) is not { } why || IsPartial(parser, declaring,
                method))
                return null;
            return "the method is not called: " + why + "; or make it " + (parser.IsOwn(declaring)
                ? "internal, or implement " + (IsMarked(method, Deserialized) ? "IKitbagDeserialized" : "IKitbagSerializing")
                : "public if you can change the type, or write a [KitbagSurrogate] for it");
        }

        /// <summary>Describes a method for which <see cref="WhyNot"/> returns null.</summary>
        public static CallbackModel Describe(Parser parser, INamedTypeSymbol declaring, IMethodSymbol method)
        {
            string type = Names.InCode(declaring);
            if (IsVisible(parser, declaring, method))
            {
                parser.NoteCall(method);
                return new CallbackModel(type, Members.Escape(method.Name), Arguments) { Access = CallbackAccess.Visible };
            }
            if (Accessors.WhyNot(parser, declaring) == null)
                return new CallbackModel(type, method.Name, Arguments)
                {
                    Access = CallbackAccess.Accessor,
                    Open = declaring.IsGenericType ? TypeParameters.Describe(declaring, Enumerable.Empty<ITypeSymbol>()) : null,
                };
            if (!OfferedAccessors.Have(parser.Compilation, declaring, method))
                parser.AddCallback(declaring, method);
            return new CallbackModel(type, method.Name, Arguments) { Access = CallbackAccess.Partial };
        }

        /// <summary>Describes the call of a method from within its type.</summary>
        public static PartialCallbackModel Describe(IMethodSymbol method) =>
            new PartialCallbackModel(method.Name, Members.Escape(method.Name), Arguments);

        // Those that the compiler shows; those that the project of a compiled type redeclared; and private ones of other compiled types.
        private static IEnumerable<IMethodSymbol> Declared(Parser parser, INamedTypeSymbol type, string attribute)
        {
            IEnumerable<ISymbol> members = type.GetMembers();
            if (parser.Catalogue.FindHidden(type, byFields: false) is { } hidden)
                members = members.Concat(hidden.GetMembers());
            return members.Concat(HiddenFields.Methods(parser, type)).OfType<IMethodSymbol>()
                .Where(method => IsMarked(method, attribute) && !IsEmpty(method))
                .GroupBy(method => (method.Name, method.Parameters.Length)).Select(same => same.First());
        }

        // The compiler removes calls of a partial method that has no body, and the method itself.
        private static bool IsEmpty(IMethodSymbol method) => method is { IsPartialDefinition: true, PartialImplementationPart: null };

        private static bool HasForm(IMethodSymbol method) => method is { IsStatic: false, IsGenericMethod: false, ReturnsVoid: true }
            && method.Parameters.Length == 1 && method.Parameters[0].RefKind == RefKind.None
            && method.Parameters[0].Type.ToDisplayString() == Space + "StreamingContext";

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
