using System;
using System.Collections.Generic;
using System.Linq;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp.Syntax;

namespace Kitbag.Generator.Parsing
{
    /// <summary>Explains why a constructor cannot be used to create objects, and what to write instead.</summary>
    internal static class ConstructorProblems
    {
        /// <summary>What to write in a type that has no usable constructor.</summary>
        public static string Remedy(Parser parser, INamedTypeSymbol type) => Unsupported.Remedy(
            type,
            "Give it one whose parameters are named as members are, or a parameterless one"
                + (Accessors.WhyNot(parser, type) == null
                    ? ", which may be private: 'private " + type.Name + "()" + CallOfPrimary(type) + " { }'; or mark the type with "
                        + "[KitbagSerializable(Fields = true)], so that its fields are stored and no constructor is called"
                    : "")
                + "; or write a [KitbagSurrogate] for it",
            "Write a [KitbagSurrogate] for it");

        // If the type has a primary constructor, all others have to call it.
        private static string CallOfPrimary(INamedTypeSymbol type)
        {
            IMethodSymbol? primary = type.InstanceConstructors.FirstOrDefault(c => c.Parameters.Length != 0
                && c.DeclaringSyntaxReferences.Any(reference => reference.GetSyntax() is TypeDeclarationSyntax));
            return primary == null ? "" : " : this(" + string.Join(", ", primary.Parameters.Select(_ => "default!")) + ")";
        }

        /// <summary>The reason why a constructor cannot be used.</summary>
        public static string Obstacle(Compilation compilation, INamedTypeSymbol type, IMethodSymbol constructor,
            List<Candidate> candidates)
        {
            string text = Text(type, constructor);
            // Otherwise the private fields with the names of the other parameters would be members.
            foreach (IParameterSymbol parameter in constructor.Parameters)
            {
                if (PrivateState.Of(type).Concat(candidates.Where(c => c.NeedsConstructor).Select(c => c.Symbol))
                    .FirstOrDefault(member => ConstructorArguments.IsNamed(parameter.Name, member.Name)
                        && Construction.IsComputed(member, parameter)) is { } computed)
                    return text + " computes '" + computed.Name + "' of the parameter '" + parameter.Name
                        + "', so it would be computed a second time when it is read";
            }
            foreach (IParameterSymbol parameter in constructor.Parameters)
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
                    return "no member has the name of the parameter '" + parameter.Name + "' of " + text;
                if (named.Count != 0 && !named.Any(c => ConstructorArguments.Converts(compilation, c.Type, parameter.Type)))
                    return "the parameter '" + parameter.Name + "' of " + text + " is a '" + Names.InSchema(parameter.Type)
                        + "' and the member of its name a '" + Names.InSchema(named[0].Type) + "'";
            }
            IParameterSymbol? second = constructor.Parameters.FirstOrDefault(p => constructor.Parameters.Any(q =>
                p.Ordinal < q.Ordinal && string.Equals(p.Name, q.Name, StringComparison.OrdinalIgnoreCase)));
            return second != null ? "more than one parameter of " + text + " has the name '" + second.Name + "'" : text
                + " is not visible";
        }

        /// <summary>The text of a constructor for messages.</summary>
        public static string Text(INamedTypeSymbol type, IMethodSymbol constructor) =>
            type.Name + "(" + string.Join(", ", constructor.Parameters.Select(p => p.Name)) + ")";
    }
}
