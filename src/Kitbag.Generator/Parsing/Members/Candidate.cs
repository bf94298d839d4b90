using Microsoft.CodeAnalysis;

namespace Kitbag.Generator.Parsing
{
    /// <summary>A field or property that may become a member, and how generated code can access it.</summary>
    internal sealed class Candidate
    {
        public Candidate(ISymbol symbol, string name, ITypeSymbol type)
        {
            Symbol = symbol;
            Name = name;
            Type = type;
            Declaring = symbol.ContainingType;
        }

        public ISymbol Symbol { get; }

        /// <summary>The type that declares it. The symbol belongs to another class if the project of the type redeclared it.</summary>
        public INamedTypeSymbol Declaring { get; set; }

        /// <summary>Whether the project of its type redeclared it.</summary>
        public bool IsDeclaredAgain =>
            !SymbolEqualityComparer.Default.Equals(Declaring.OriginalDefinition, Symbol.ContainingType.OriginalDefinition);

        public string Name { get; }

        public ITypeSymbol Type { get; }

        /// <summary>Whether generated code cannot assign it, so a constructor parameter for it is preferred.</summary>
        public bool NeedsConstructor { get; set; }

        /// <summary>Whether reading populates the object that the constructor created.</summary>
        public bool IsPopulated { get; set; }

        /// <summary>Whether it is state that cannot be stored, which has been reported.</summary>
        public bool IsLost { get; set; }

        /// <summary>Whether it can be set only during object creation.</summary>
        public bool IsInitOnly { get; set; }

        /// <summary>Whether it is <c>required</c>, so that each object initializer must set it.</summary>
        public bool IsRequired { get; set; }

        /// <summary>The metadata name of its backing field, if an accessor has to access that.</summary>
        public string HiddenField { get; set; } = "";

        public bool HasHiddenGetter { get; set; }

        public bool HasHiddenSetter { get; set; }

        public bool NeedsAccessor => HasHiddenGetter || HasHiddenSetter;
    }
}
