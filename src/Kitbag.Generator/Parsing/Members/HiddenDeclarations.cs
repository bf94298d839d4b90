using System.Collections.Generic;
using System.Linq;
using Kitbag.Generator.Model;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;

namespace Kitbag.Generator.Parsing
{
    /// <summary>Redeclares hidden members of a type of this project, with the attributes of serializers that they have.</summary>
    internal static class HiddenDeclarations
    {
        /// <summary>Redeclares the hidden members of a type; null if there are none.</summary>
        public static HiddenTypeModel? Of(Compilation compilation, INamedTypeSymbol type, HashSet<string> names)
        {
            if (type.TypeKind is not (TypeKind.Class or TypeKind.Struct) || type.IsStatic || type.IsRefLikeType
                || !CanRedeclare(compilation, type))
                return null;
            var members = new List<string>();
            List<ITypeParameterSymbol> parameters = TypeParameters.Declared(type);
            foreach (ISymbol member in type.GetMembers())
            {
                // The redeclaration has the type parameters of the containing types as well.
                if (parameters.Any(p => p.Name == member.Name))
                    continue;
                if (Migrations.IsMarked(member) && Migration(compilation, (IMethodSymbol)member) is { } migration)
                    members.Add(migration);
                if (MarkedCallbacks.IsOne(member) && IsHidden(member))
                    members.Add(Copied(compilation, member) + "public void " + Members.Escape(member.Name) + "("
                        + MarkedCallbacks.ParametersOf((IMethodSymbol)member) + ") { }");
                if (member is IPropertySymbol view && ReturnedState.Is(compilation, view))
                    members.Add(Property(view, hasSetter: false));
                if (!IsHidden(compilation, member))
                    continue;
                if (member is IFieldSymbol field)
                    members.Add(Copied(compilation, field) + "public " + Names.InCode(field.Type) + " " + Members.Escape(field.Name) + ";");
                else if (member is IPropertySymbol property)
                    members.Add(Copied(compilation, property) + Property(property, property.SetMethod != null));
            }
            string name = Name(type, names);
            if (!type.IsAbstract)
                members.AddRange(Constructors(compilation, type, name));
            return members.Count == 0 ? null : Make(type, name, isByFields: false, members);
        }

        // A static method that migrates an old value. A default value of its parameter says that it accepts null, because C# 5 has no other
        // notation.
        private static string? Migration(Compilation compilation, IMethodSymbol method)
        {
            if (!method.IsStatic || method.IsGenericMethod || method.ReturnsVoid || method.Parameters.Length != 1 || !IsHidden(method)
                || method.Parameters[0] is not { RefKind: RefKind.None } old || !CanDeclare(compilation, old.Type)
                || !CanDeclare(compilation, method.ReturnType))
                return null;
            return Copied(compilation, method) + "public static " + Names.InCode(method.ReturnType) + " " + Members.Escape(method.Name)
                + "(" + Names.InCode(old.Type) + " old" + (!old.Type.IsValueType && Migrations.TakesNull(old) ? " = null" : "")
                + ") { throw new global::System.NotSupportedException(); }";
        }

        // Whether a member may be stored and the compiler hides it, or one of its accessors, from other projects.
        private static bool IsHidden(Compilation compilation, ISymbol member)
        {
            if (member.IsStatic || Inclusion.IsIgnored(member))
                return false;
            return member switch
            {
                IFieldSymbol field => field is { IsConst: false, AssociatedSymbol: null } && IsHidden(field) && Inclusion.IsIncluded(field)
                    && CanDeclare(compilation, field.Type),
                IPropertySymbol { IsIndexer: false, RefKind: RefKind.None, GetMethod: { } getter } property =>
                    CanDeclare(compilation, property.Type)
                    && (IsHidden(property) || IsHidden(getter) ? Inclusion.IsIncluded(property)
                        : property.SetMethod != null && IsHidden(property.SetMethod)),
                _ => false,
            };
        }

        /// <summary>Redeclares all fields of a type.</summary>
        public static HiddenTypeModel? OfFields(Compilation compilation, INamedTypeSymbol type, HashSet<string> names)
        {
            if (!CanRedeclare(compilation, type))
                return null;
            var members = new List<string>();
            foreach (IFieldSymbol field in type.GetMembers().OfType<IFieldSymbol>())
            {
                ISymbol named = Declarations.OwnerOf(field);
                if (field.IsStatic || field.IsConst || Inclusion.IsIgnored(field) || Inclusion.IsIgnored(named)
                    || !CanDeclare(compilation, field.Type))
                    continue;
                string declaration = "public " + Names.InCode(field.Type) + " "
                    + Members.Escape(ExplicitNames.Encode(SourceName(named)));
                // A property stands for its own backing field, or, with a setter, for that of a captured parameter.
                members.Add(Copied(compilation, named) + declaration
                    + (named is IPropertySymbol ? " { get; }" : IsCaptured(named) ? " { get; set; }" : ";"));
            }
            return Make(type, Name(type, names), isByFields: true, members);
        }

        /// <summary>Whether a field holds a parameter of the primary constructor that other members use.</summary>
        public static bool IsCaptured(ISymbol field) =>
            Names.IsGenerated(field) && field.Name.EndsWith(">P", System.StringComparison.Ordinal);

        private static string SourceName(ISymbol member) =>
            IsCaptured(member) ? member.Name.Substring(1, member.Name.Length - 3) : member.Name;

        private static HiddenTypeModel Make(INamedTypeSymbol type, string name, bool isByFields, List<string> members)
        {
            List<ITypeParameterSymbol> parameters = TypeParameters.Declared(type);
            string[] order = type.GetMembers().Where(m => m is IFieldSymbol { AssociatedSymbol: null } or IPropertySymbol && !m.IsStatic)
                .Select(SourceName).Distinct().ToArray();
            return new HiddenTypeModel(
                Names.InCode(type.IsGenericType ? type.ConstructUnboundGenericType() : type),
                name + (parameters.Count == 0 ? "" : "<" + string.Join(", ", parameters.Select(p => Members.Escape(p.Name))) + ">"),
                string.Concat(parameters.Select(TypeParameters.Constraints)),
                isByFields,
                new EquatableArray<string>(order),
                new EquatableArray<string>(members.ToArray()));
        }

        private static string Property(IPropertySymbol property, bool hasSetter) =>
            "public " + Names.InCode(property.Type) + " " + Members.Escape(ExplicitNames.Encode(property.Name))
            + (hasSetter ? " { get; set; }" : " { get; }");

        // Constructors that other projects cannot access and may have to call: the marked one or, if none is public, all.
        private static IEnumerable<string> Constructors(Compilation compilation, INamedTypeSymbol type, string name)
        {
            // The implicit constructor of a struct restores no state.
            bool anyPublic = type.InstanceConstructors.Any(c => c.DeclaredAccessibility == Accessibility.Public
                && !(type.IsValueType && c.IsImplicitlyDeclared));
            List<ISymbol> members = Bases(type).SelectMany(t => t.GetMembers()).Where(m => m is IFieldSymbol or IPropertySymbol).ToList();
            // What the constructors of base classes assign counts only if no constructor could be used otherwise.
            bool isUsable = type.InstanceConstructors.Any(c => c.Parameters.All(p => p.HasExplicitDefaultValue
                || members.Any(m => ConstructorArguments.IsNamed(NameOf(members, p, isUsable: true), m.Name))));
            foreach (IMethodSymbol constructor in type.InstanceConstructors)
            {
                List<string> names = constructor.Parameters.Select(p => NameOf(members, p, isUsable)).ToList();
                bool isRenamed = !names.SequenceEqual(constructor.Parameters.Select(p => p.Name)) && names.Distinct()
                    .Count() == names.Count;
                bool isMissed = IsHidden(constructor) && (!anyPublic || Construction.IsMarked(constructor));
                if (constructor.IsImplicitlyDeclared || !(isMissed || isRenamed)
                    || constructor.Parameters.Any(p => p.RefKind != RefKind.None || !CanDeclare(compilation, p.Type))
                    || (constructor.Parameters.Length == 1 && SymbolEqualityComparer.Default.Equals(constructor.Parameters[0].Type, type)))
                    continue;
                IEnumerable<string> parameters = constructor.Parameters.Select((p, i) =>
                    Copied(compilation, p) + Names.InCode(p.Type) + " " + Members.Escape(isRenamed ? names[i] : p.Name)
                    + (p.HasExplicitDefaultValue ? " = " + ConstructorArguments.DefaultOf(p) : ""));
                yield return Copied(compilation, constructor) + "public " + name + "(" + string.Join(", ", parameters) + ") { }";
            }
        }

        // The name of the member that a parameter sets; if the names differ, it is found in the source of the constructors.
        private static string NameOf(List<ISymbol> members, IParameterSymbol parameter, bool isUsable) =>
            members.Any(m => ConstructorArguments.IsNamed(parameter.Name, m.Name)) ? parameter.Name
            : ConstructorArguments.AssignedTo(parameter).FirstOrDefault(name => members.Any(m => m.Name == name))
                ?? (isUsable ? null : members.FirstOrDefault(m => (!Inclusion.IsHidden(m) || Inclusion.IsIncluded(m))
                    && ConstructorArguments.IsPassedTo(parameter, m))?.Name)
                ?? parameter.Name;

        private static IEnumerable<INamedTypeSymbol> Bases(INamedTypeSymbol type)
        {
            for (INamedTypeSymbol? t = type; t is { SpecialType: SpecialType.None }; t = t.BaseType)
                yield return t;
        }

        private static bool IsHidden(ISymbol symbol) =>
            symbol.DeclaredAccessibility is not (Accessibility.Public or Accessibility.Protected or Accessibility.ProtectedOrInternal);

        private static bool CanRedeclare(Compilation compilation, INamedTypeSymbol type) => Access.IsVisible(compilation, type)
            && !TypeParameters.HasDuplicateNames(type) && !Warnings.IsError(type);

        /// <summary>Whether generated code can declare a member of a type.</summary>
        public static bool CanDeclare(Compilation compilation, ITypeSymbol type) =>
            Members.IsData(type) && !type.IsRefLikeType && !Names.HasError(type) && CanName(type)
                && (type is ITypeParameterSymbol || Access.IsVisible(compilation, type));

        // Whether code that is not unsafe or obsolete itself can name a type.
        private static bool CanName(ITypeSymbol type) => type switch
        {
            IArrayTypeSymbol array => CanName(array.ElementType),
            IPointerTypeSymbol or IFunctionPointerTypeSymbol => false,
            INamedTypeSymbol named => !Warnings.IsError(named) && TypeParameters.Arguments(named).All(CanName),
            _ => true,
        };

        private static string Name(INamedTypeSymbol type, HashSet<string> names)
        {
            string space = type.ContainingNamespace.IsGlobalNamespace ? "" : Names.Identifier(type.ContainingNamespace.ToDisplayString());
            string wanted = "Hidden" + space + "_" + Names.Identifier(type);
            string name = wanted;
            for (int i = 2; !names.Add(name); i++)
                name = wanted + "_" + i.ToString(System.Globalization.CultureInfo.InvariantCulture);
            return name;
        }

        // Attributes of serializers have the same effect on the redeclaration; the generator does not use others.
        private static string Copied(Compilation compilation, ISymbol symbol) => string.Concat(symbol.GetAttributes()
            .Where(data => data.AttributeClass is { } type && data.AttributeConstructor != null && IsOfSerializer(type)
                && Access.IsVisible(compilation, type))
            .Select(data => Text(compilation, data))
            .Where(text => text.Length != 0));

        private static bool IsOfSerializer(INamedTypeSymbol attribute) => attribute.ContainingNamespace.ToDisplayString()
            is "Kitbag" or "System.Text.Json.Serialization" or "System.Runtime.Serialization" or "Newtonsoft.Json"
                or "UnityEngine.Serialization" || attribute.ToDisplayString() is UnityFields.Field or UnityFields.Reference
                || MarkedCallbacks.IsAttribute(attribute.ToDisplayString());

        private static string Text(Compilation compilation, AttributeData data)
        {
            IEnumerable<string?> arguments = data.ConstructorArguments.Select(a => Text(compilation, a))
                .Concat(data.NamedArguments.Select(a => Text(compilation, a.Value) is { } value ? a.Key + " = " + value : null));
            return arguments.Contains(null) ? "" : "[" + Names.InCode(data.AttributeClass!) + "(" + string.Join(", ", arguments) + ")] ";
        }

        private static string? Text(Compilation compilation, TypedConstant constant)
        {
            switch (constant.Kind)
            {
                case TypedConstantKind.Primitive when constant.Value != null:
                    return SymbolDisplay.FormatPrimitive(constant.Value, quoteStrings: true, useHexadecimalNumbers: false);
                case TypedConstantKind.Enum when constant.Value != null:
                    return "(" + Names.InCode(constant.Type!) + ")("
                        + SymbolDisplay.FormatPrimitive(constant.Value, quoteStrings: true, useHexadecimalNumbers: false) + ")";
                case TypedConstantKind.Type when constant.Value is ITypeSymbol type:
                    return Access.IsVisible(compilation, type) ? "typeof(" + Names.InCode(type) + ")" : null;
                case TypedConstantKind.Array when !constant.IsNull:
                    List<string?> items = constant.Values.Select(value => Text(compilation, value)).ToList();
                    return items.Contains(null) ? null : "new " + Names.InCode(constant.Type!) + " { " + string.Join(", ", items) + " }";
                case TypedConstantKind.Error:
                    return null;
                default:
                    return "null";
            }
        }
    }
}
