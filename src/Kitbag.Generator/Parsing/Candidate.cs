using Microsoft.CodeAnalysis;

namespace Kitbag.Generator.Parsing
{
    /// <summary>A field or property that may become a member, and how it can be reached.</summary>
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

        /// <summary>The type that has it. The symbol's own is another one where its project had to declare it again.</summary>
        public INamedTypeSymbol Declaring { get; set; }

        /// <summary>Whether the project of its type had to declare it again.</summary>
        public bool IsDeclaredAgain =>
            !SymbolEqualityComparer.Default.Equals(Declaring.OriginalDefinition, Symbol.ContainingType.OriginalDefinition);

        public string Name { get; }

        public ITypeSymbol Type { get; }

        /// <summary>Whether generated code cannot assign it, so that the constructor had better give it.</summary>
        public bool NeedsConstructor { get; set; }

        /// <summary>Whether what the constructor makes is populated.</summary>
        public bool IsPopulated { get; set; }

        /// <summary>Whether it is state that cannot be stored, which has been reported.</summary>
        public bool IsLost { get; set; }

        /// <summary>Whether it can be set only while its object is made.</summary>
        public bool IsInitOnly { get; set; }

        /// <summary>Whether the compiler asks for it wherever an object is made.</summary>
        public bool IsRequired { get; set; }

        /// <summary>The name in metadata of the field behind it, where an accessor has to reach that.</summary>
        public string HiddenField { get; set; } = "";

        public bool HasHiddenGetter { get; set; }

        public bool HasHiddenSetter { get; set; }

        public bool NeedsAccessor => HasHiddenGetter || HasHiddenSetter;
    }
}
