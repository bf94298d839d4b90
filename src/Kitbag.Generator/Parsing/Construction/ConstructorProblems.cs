using System;
using System.Collections.Generic;
using System.Linq;
using Microsoft.CodeAnalysis;

namespace Kitbag.Generator.Parsing
{
    /// <summary>Explains why a constructor cannot be used to create objects, and what to write instead.</summary>
    internal static class ConstructorProblems
    {
        /// <summary>What to write in a type that has no usable constructor.</summary>
        /// <param name="parser">The parser.</param>
        /// <param name="type">The type.</param>
        /// <param name="marked">The constructor that an attribute selects, if any.</param>
        public static string Remedy(Parser parser, INamedTypeSymbol type, IMethodSymbol? marked = null)
        {
            bool hasParameterless = type.InstanceConstructors.Any(c => c.Parameters.Length == 0),
                canReach = Accessors.WhyNot(parser, type) == null;
            // In a type of another assembly nothing can be added.
            string? example = canReach && type.DeclaringSyntaxReferences.Length != 0 ? Parameterless(parser.Compilation, type) : null;
            return Unsupported.Remedy(
                type,
                "Give it one whose parameters are named as members are, "
                    + (hasParameterless ? "or mark another one" : "or a parameterless one"
                        + (example == null ? "" : ", which may be private: '" + example + "'")
                        + (marked == null ? "" : ", and mark that one"))
                    + (canReach ? "; or mark the type with [KitbagSerializable(Fields = true)], so that its fields are stored and no "
                        + "constructor is called" : "")
                    + "; or write a [KitbagSurrogate] for it",
                "Write a [KitbagSurrogate] for it");
        }

        // A parameterless constructor that compiles; null if none does. If the type has a primary constructor, all others have to call it.
        private static string? Parameterless(Compilation compilation, INamedTypeSymbol type)
        {
            string text = "private " + Members.Escape(type.Name) + "()";
            if (type.InstanceConstructors.FirstOrDefault(c => c.Parameters.Length != 0
                && Declarations.IsPrimary(c)) is { } primary)
                return Call(compilation, type, primary, type.InstanceConstructors) is { } own ? text + " : this" + own + " { }" : null;
            List<IMethodSymbol> inherited = type.BaseType!.InstanceConstructors
                .Where(c => compilation.IsSymbolAccessibleWithin(c, type)).OrderBy(c => c.Parameters.Length).ToList();
            if (inherited.Any(c => c.Parameters.All(p => p.IsOptional || p.IsParams)))
                return text + " { }";
            return inherited.Select(c => Call(compilation, type, c, inherited)).FirstOrDefault(call => call != null) is { } other
                ? text + " : base" + other + " { }" : null;
        }

        // The arguments of a call with defaults, whose types are named if another constructor takes as many; null if there are none.
        private static string? Call(Compilation compilation, INamedTypeSymbol type, IMethodSymbol constructor,
            IEnumerable<IMethodSymbol> all)
        {
            if (constructor.Parameters.Any(p => p.RefKind is RefKind.Ref or RefKind.Out))
                return null;
            SyntaxNode place = type.DeclaringSyntaxReferences[0].GetSyntax();
            bool isOnly = !all.Any(c => !SymbolEqualityComparer.Default.Equals(c, constructor)
                && c.Parameters.Length >= constructor.Parameters.Length
                && c.Parameters.Skip(constructor.Parameters.Length).All(p => p.IsOptional || p.IsParams));
            return "(" + string.Join(", ", constructor.Parameters.Select(p => isOnly ? "default!" : "default("
                + p.Type.WithNullableAnnotation(NullableAnnotation.None)
                    .ToMinimalDisplayString(compilation.ModelOf(place.SyntaxTree), place.SpanStart) + ")!")) + ")";
        }

        /// <summary>The reason why a constructor cannot be used.</summary>
        public static string Obstacle(Compilation compilation, INamedTypeSymbol type, IMethodSymbol constructor,
            List<Candidate> candidates)
        {
            string text = Text(type, constructor);
            // Otherwise the private fields with the names of the other parameters would be members.
            foreach (IParameterSymbol parameter in constructor.Parameters)
            {
                if (PrivateState.Of(type).Concat(candidates
                    .Where(c => c.NeedsConstructor || ArgumentFlow.Of(constructor).AddsTo(parameter)).Select(c => c.Symbol))
                    .FirstOrDefault(member => ConstructorArguments.IsNamed(parameter.Name, member.Name)
                        && Construction.IsComputed(member, parameter)) is { } computed)
                    return text + " computes '" + computed.Name + "' of the parameter '" + parameter.Name
                        + "', so it would be computed a second time when it is read";
            }
            // A parameter that is assigned to a member needs no other name; another one is the obstacle, if there is one.
            List<IParameterSymbol> order = constructor.Parameters.OrderBy(p => IsAssigned(compilation, p, candidates)).ToList();
            foreach (IParameterSymbol parameter in order)
            {
                if (parameter.RefKind is RefKind.Ref or RefKind.Out)
                    return "the parameter '" + parameter.Name + "' of " + text + " is "
                        + (parameter.RefKind == RefKind.Ref ? "a ref" : "an out")
                        + " parameter, to which no member can be passed";
                if (!Members.IsData(parameter.Type) && !parameter.HasExplicitDefaultValue)
                    return "the parameter '" + parameter.Name + "' of " + text + " is a '" + Names.InSchema(parameter.Type)
                        + "', which cannot be stored";
                List<Candidate> named = candidates.Where(c => ConstructorArguments.IsNamed(parameter.Name, c.Name)).ToList();
                if (named.Count == 0 && !parameter.HasExplicitDefaultValue)
                    return Ignored(type, parameter.Name) is { } ignored
                        ? "the member '" + ignored.Name + "', which has the name of the parameter '" + parameter.Name + "' of " + text
                            + ", is excluded by " + Inclusion.AttributeThatIgnores(ignored)
                        : "no member has the name of the parameter '" + parameter.Name + "' of " + text;
                if (named.Count != 0 && !named.Any(c => ConstructorArguments.Converts(compilation, c.Type, parameter.Type)))
                    return "the parameter '" + parameter.Name + "' of " + text + " is a '" + Names.InSchema(parameter.Type)
                        + "' and the member of its name a '" + Names.InSchema(named[0].Type) + "'";
                if (named.Count != 0 && named.All(c => ReturnedArguments.AreOther(parameter, c.Symbol)))
                    return "the property '" + named[0].Name + "' does not return the parameter '" + parameter.Name + "' of " + text
                        + " unchanged";
            }
            IParameterSymbol? second = constructor.Parameters.FirstOrDefault(p => constructor.Parameters.Any(q =>
                p.Ordinal < q.Ordinal && string.Equals(p.Name, q.Name, StringComparison.OrdinalIgnoreCase)));
            return second != null ? "more than one parameter of " + text + " has the name '" + second.Name + "'" : text
                + " is not visible";
        }

        private static bool IsAssigned(Compilation compilation, IParameterSymbol parameter, List<Candidate> candidates)
        {
            List<string> targets = ConstructorArguments.AssignedTo(parameter).ToList();
            return candidates.Any(c => targets.Contains(c.Name) && ConstructorArguments.Converts(compilation, c.Type, parameter.Type));
        }

        private static ISymbol? Ignored(INamedTypeSymbol type, string parameter)
        {
            for (INamedTypeSymbol? t = type; t is { SpecialType: SpecialType.None }; t = t.BaseType)
            {
                if (t.GetMembers().FirstOrDefault(m => m is { IsStatic: false } and (IFieldSymbol or IPropertySymbol)
                    && ConstructorArguments.IsNamed(parameter, m.Name) && Inclusion.IsIgnored(m)) is { } found)
                    return found;
            }
            return null;
        }

        /// <summary>The text of a constructor for messages.</summary>
        public static string Text(INamedTypeSymbol type, IMethodSymbol constructor) =>
            type.Name + "(" + string.Join(", ", constructor.Parameters.Select(p => p.Name)) + ")";
    }
}
