using System.Collections.Generic;
using System.Linq;
using Kitbag.Generator.Model;
using Microsoft.CodeAnalysis;

namespace Kitbag.Generator.Parsing
{
    /// <summary>Substitutes and infers type arguments, including those of containing types.</summary>
    internal static class TypeParameters
    {
        /// <summary>The type parameters that a type and its containing types declare, from the outermost to the innermost.</summary>
        public static List<ITypeParameterSymbol> Declared(INamedTypeSymbol type)
        {
            List<ITypeParameterSymbol> outer = type.ContainingType == null ? new List<ITypeParameterSymbol>()
                : Declared(type.ContainingType);
            outer.AddRange(type.TypeParameters);
            return outer;
        }

        /// <summary>Whether a type parameter hides one of a containing type that has the same name.</summary>
        public static bool HasDuplicateNames(INamedTypeSymbol type)
        {
            List<ITypeParameterSymbol> parameters = Declared(type.OriginalDefinition);
            return parameters.Select(p => p.Name).Distinct().Count() != parameters.Count;
        }

        /// <summary>The type arguments of a type and of its containing types, from the outermost to the innermost.</summary>
        public static IEnumerable<ITypeSymbol> Arguments(INamedTypeSymbol type) =>
            type.ContainingType == null ? type.TypeArguments : Arguments(type.ContainingType).Concat(type.TypeArguments);

        /// <summary>The constraints of a type parameter as C# code; empty if it has none.</summary>
        public static string Constraints(ITypeParameterSymbol parameter)
        {
            var all = new List<string>();
            if (parameter.HasUnmanagedTypeConstraint)
                all.Add("unmanaged");
            else if (parameter.HasValueTypeConstraint)
                all.Add("struct");
            else if (parameter.HasReferenceTypeConstraint)
                all.Add("class");
            all.AddRange(parameter.ConstraintTypes.Select(Names.InCode));
            if (parameter.HasConstructorConstraint)
                all.Add("new()");
            return all.Count == 0 ? "" : " where " + Members.Escape(parameter.Name) + " : " + string.Join(", ", all);
        }

        /// <summary>Describes how an accessor names a generic type.</summary>
        /// <param name="type">The closed type.</param>
        /// <param name="types">The types of the members that it accesses, with the type parameters.</param>
        public static OpenTypeModel Describe(INamedTypeSymbol type, IEnumerable<ITypeSymbol> types)
        {
            List<ITypeParameterSymbol> parameters = Declared(type.OriginalDefinition);
            return new OpenTypeModel(
                Names.InCode(type.OriginalDefinition),
                string.Join(", ", parameters.Select(p => Members.Escape(p.Name))),
                string.Concat(parameters.Select(Constraints)),
                string.Join(", ", Arguments(type).Select(Names.InCode)),
                new EquatableArray<string>(types.Select(Names.InCode).ToArray()));
        }

        /// <summary>The type parameters that occur in a type, each once.</summary>
        public static List<ITypeParameterSymbol> Mentioned(ITypeSymbol type)
        {
            var found = new List<ITypeParameterSymbol>();
            Collect(type, found);
            return found;
        }

        private static void Collect(ITypeSymbol type, List<ITypeParameterSymbol> found)
        {
            if (type is ITypeParameterSymbol parameter && !found.Contains(parameter, SymbolEqualityComparer.Default))
                found.Add(parameter);
            if (type is IArrayTypeSymbol array)
                Collect(array.ElementType, found);
            if (type is not INamedTypeSymbol named)
                return;
            if (named.ContainingType != null)
                Collect(named.ContainingType, found);
            foreach (ITypeSymbol argument in named.TypeArguments)
                Collect(argument, found);
        }

        /// <summary>A type with type parameters replaced by other types. All that occur in it must have a replacement.</summary>
        public static ITypeSymbol Substitute(Compilation compilation, ITypeSymbol type,
            Dictionary<ITypeParameterSymbol, ITypeSymbol> given) => type switch
            {
                ITypeParameterSymbol parameter => given[parameter],
                IArrayTypeSymbol array => compilation.CreateArrayTypeSymbol(Substitute(compilation, array.ElementType, given), array.Rank),
                INamedTypeSymbol { IsGenericType: true } named => Substitute(compilation, named, given),
                _ => type,
            };

        private static INamedTypeSymbol Substitute(Compilation compilation, INamedTypeSymbol type,
            Dictionary<ITypeParameterSymbol, ITypeSymbol> given)
        {
            INamedTypeSymbol definition = type.OriginalDefinition;
            // A type nested in a generic one is a member of the constructed containing type.
            if (type.ContainingType is { IsGenericType: true } outer)
            {
                definition = Substitute(compilation, outer, given).GetTypeMembers(type.Name, type.Arity)
                    .First(member => SymbolEqualityComparer.Default.Equals(member.OriginalDefinition, type.OriginalDefinition));
            }
            return type.Arity == 0
                ? definition
                : definition.Construct(type.TypeArguments.Select(argument => Substitute(compilation, argument, given)).ToArray());
        }

        /// <summary>Infers the type arguments with which an open type becomes equal to a closed one.</summary>
        /// <param name="open">The type with type parameters.</param>
        /// <param name="closed">The closed type.</param>
        /// <param name="given">The type arguments; those that it contains already are not changed.</param>
        /// <returns>Whether there are such type arguments. The names of tuple elements make no difference.</returns>
        public static bool TryUnify(ITypeSymbol open, ITypeSymbol closed, Dictionary<ITypeParameterSymbol, ITypeSymbol> given)
        {
            switch (open)
            {
                case ITypeParameterSymbol parameter:
                    if (given.TryGetValue(parameter, out ITypeSymbol known))
                        return TryUnify(known, closed, given);
                    given.Add(parameter, closed);
                    return true;
                case IArrayTypeSymbol array:
                    return closed is IArrayTypeSymbol other && other.Rank == array.Rank
                        && TryUnify(array.ElementType, other.ElementType, given);
                case INamedTypeSymbol { IsGenericType: true } named:
                    if (closed is not INamedTypeSymbol form
                        || !SymbolEqualityComparer.Default.Equals(named.OriginalDefinition, form.OriginalDefinition))
                        return false;
                    return (named.ContainingType == null || TryUnify(named.ContainingType, form.ContainingType, given))
                        && named.TypeArguments.Zip(form.TypeArguments, (a, b) => (a, b)).All(pair => TryUnify(pair.a, pair.b, given));
                default:
                    return SymbolEqualityComparer.Default.Equals(open, closed);
            }
        }

        /// <summary>Whether all types satisfy the constraints of the type parameters that they replace.</summary>
        public static bool Satisfy(Compilation compilation, Dictionary<ITypeParameterSymbol, ITypeSymbol> given) =>
            given.All(pair => Satisfies(compilation, pair.Value, pair.Key, given));

        /// <summary>
        /// Whether a type satisfies the constraints of a type parameter. Constraints that contain type parameters without a replacement are
        /// ignored.
        /// </summary>
        public static bool Satisfies(Compilation compilation, ITypeSymbol type, ITypeParameterSymbol parameter,
            Dictionary<ITypeParameterSymbol, ITypeSymbol> given)
        {
            bool isNullable = type.OriginalDefinition.SpecialType == SpecialType.System_Nullable_T;
            return (!parameter.HasReferenceTypeConstraint || type.IsReferenceType)
                && (!parameter.HasValueTypeConstraint || (type.IsValueType && !isNullable))
                && (!parameter.HasUnmanagedTypeConstraint || (type.IsUnmanagedType && !isNullable))
                && (!parameter.HasConstructorConstraint || CanBeCreated(type))
                && parameter.ConstraintTypes.All(constraint => Mentioned(constraint).Any(mentioned => !given.ContainsKey(mentioned))
                    || Converts(compilation, type, Substitute(compilation, constraint, given)));
        }

        /// <summary>
        /// The first type argument, also of a containing type, that does not satisfy the constraints of its type parameter, with that
        /// parameter; null if there is none. The program is wrong then, but the compiler reports it only if generated code has no errors.
        /// </summary>
        public static (ITypeSymbol Argument, ITypeParameterSymbol Parameter)? FirstUnsatisfied(Compilation compilation,
            INamedTypeSymbol type)
        {
            var given = new Dictionary<ITypeParameterSymbol, ITypeSymbol>(SymbolEqualityComparer.Default);
            foreach ((ITypeParameterSymbol parameter, ITypeSymbol argument) in Declared(type.OriginalDefinition)
                .Zip(Arguments(type), (parameter, argument) => (parameter, argument)))
                given[parameter] = argument;
            foreach (KeyValuePair<ITypeParameterSymbol, ITypeSymbol> pair in given)
            {
                if (!Names.HasError(pair.Value) && !Satisfies(compilation, pair.Value, pair.Key, given))
                    return (pair.Value, pair.Key);
            }
            return null;
        }

        private static bool CanBeCreated(ITypeSymbol type) => !RequiredMembers.PreventNew(type)
            && (type.IsValueType || (type is INamedTypeSymbol { IsAbstract: false } named
                && named.InstanceConstructors.Any(c => c.Parameters.Length == 0 && c.DeclaredAccessibility == Accessibility.Public)));

        private static bool Converts(Compilation compilation, ITypeSymbol type, ITypeSymbol constraint) =>
            compilation.ClassifyCommonConversion(type, constraint) is
            {
                Exists: true, IsImplicit: true, IsUserDefined: false,
                IsNumeric: false, IsNullable: false
            };
    }
}
