using System.Collections.Generic;
using System.Linq;
using Kitbag.Generator.Model;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;

namespace Kitbag.Generator.Parsing
{
    /// <summary>
    /// The warnings that the compiler reports for uses of types and members because of their attributes. They do not matter for
    /// serialization, so generated code disables these ids. Obsolete members that are errors cannot be disabled. The same applies to
    /// warnings that a value, not a variable, is passed to a parameter declared as <c>ref readonly</c>.
    /// </summary>
    internal sealed class Warnings
    {
        // The oldest compiler that loads the generator has no name for the kind of 'ref readonly' parameters.
        private const RefKind RefReadOnlyParameter = (RefKind)4;

        private readonly SortedSet<string> _ids = new SortedSet<string>(System.StringComparer.Ordinal);
        private readonly HashSet<ISymbol> _seen = new HashSet<ISymbol>(SymbolEqualityComparer.Default);

        /// <summary>The ids that may occur in generated code, in order.</summary>
        public EquatableArray<string> Ids => new EquatableArray<string>(_ids.ToArray());

        /// <summary>
        /// Records what does not concern single types: attributes of the project, and other assemblies with classes of the same names as
        /// generated ones.
        /// </summary>
        public void Note(IAssemblySymbol project, bool hasSameNames)
        {
            if (Attributes.Has(project, "System.CLSCompliantAttribute"))
                _ids.UnionWith(new[] { "CS3008", "CS3016" });
            if (hasSameNames)
                _ids.Add("CS0436");
        }

        /// <summary>Whether any use of a symbol, or of its containing types, is an error.</summary>
        public static bool IsError(ISymbol? symbol)
        {
            for (; symbol is not (null or INamespaceSymbol); symbol = symbol.ContainingType)
            {
                if (Attributes.All(symbol, "System.ObsoleteAttribute")
                    .Any(data => data.ConstructorArguments.Length == 2 && data.ConstructorArguments[1].Value is true))
                    return true;
            }
            return false;
        }

        /// <summary>Whether generated code that reads or sets a member would be an error.</summary>
        public static bool IsError(Candidate candidate) => IsError(candidate.Symbol)
            || (candidate.Symbol is IPropertySymbol property
                && (IsError(property.GetMethod) || (!candidate.NeedsConstructor && IsError(property.SetMethod))));

        /// <summary>
        /// Records the attributes of a type, of types that occur in it, of its bases, and of members that generated code may call.
        /// </summary>
        public void Note(ITypeSymbol? type)
        {
            if (type is IArrayTypeSymbol array)
                Note(array.ElementType);
            if (type is not INamedTypeSymbol named || type.SpecialType != SpecialType.None || type.TypeKind == TypeKind.Error
                || !_seen.Add(named))
                return;
            foreach (ITypeSymbol argument in named.TypeArguments)
                Note(argument);
            Note(named.ContainingType);
            if (_seen.Add(named.ContainingAssembly))
                Read(named.ContainingAssembly);
            if (_seen.Add(named.ContainingModule))
                Read(named.ContainingModule);
            Read(named);
            if (Names.IsOfPlatform(named))
                return;
            Note(named.BaseType);
            foreach (ISymbol member in named.GetMembers())
            {
                if (member is IFieldSymbol { HasConstantValue: false } or IPropertySymbol
                    || (member is IMethodSymbol method
                    && (method.MethodKind is MethodKind.Constructor or MethodKind.Conversion or MethodKind.PropertyGet
                        or MethodKind.PropertySet || method.Name == "Add")))
                    Read(member);
            }
        }

        /// <summary>Records the attributes of a method that generated code calls.</summary>
        public void NoteCall(IMethodSymbol method) => Read(method);

        private void Read(ISymbol symbol)
        {
            if (symbol is IMethodSymbol method && method.Parameters.Any(p => p.RefKind == RefReadOnlyParameter))
                _ids.UnionWith(new[] { "CS9192", "CS9193" });
            foreach (AttributeData data in symbol.GetAttributes())
            {
                string? id = Attributes.NameOf(data) switch
                {
                    "System.Diagnostics.CodeAnalysis.ExperimentalAttribute" when data.ConstructorArguments.Length == 1 =>
                        data.ConstructorArguments[0].Value as string,
                    "System.ObsoleteAttribute" => Attributes.Named(data, "DiagnosticId") as string,
                    _ => null,
                };
                if (id != null && SyntaxFacts.IsValidIdentifier(id))
                    _ids.Add(id);
            }
        }
    }
}
