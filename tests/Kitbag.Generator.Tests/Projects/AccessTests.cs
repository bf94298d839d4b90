using System.Collections.Generic;
using System.Linq;
using Kitbag.Generator.Parsing;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Xunit;

namespace Kitbag.Generator.Tests
{
    /// <summary>Compares what the generator considers accessible with the compiler's result.</summary>
    public class AccessTests
    {
        private const string Library = @"
[assembly: System.Runtime.CompilerServices.InternalsVisibleTo(""Friend"")]
public class Open { public int A; internal int B; protected int C; private int D; protected internal int E; private protected int F;
    public class Inner { } internal class Near { public int X; } protected class Heir { } private class Own { }
    protected internal class Both { } private protected class Least { public int Y; } }
internal class Closed { public int A { get; private set; } public class Inner { public Closed? Next; } }
public interface IShape { int Sides { get; } }
public class Square : IShape { int IShape.Sides => 4; public T Make<T>() => default!; internal Square(int a) { } }
public class Pair<T> { public class Of<U> { public T? First; internal U? Second; } }
public class Uses { public (int, Open?) T; public Pair<Open.Inner>.Of<int[]>? P; public int? N; public dynamic? D; public unsafe int* Q;
    public unsafe delegate*<int, void> F; internal Pair<Closed>? H; internal Pair<int>.Of<Closed.Inner[]>[]? I; public System.Action? V; }";

        [Theory]
        [InlineData("Friend")]
        [InlineData("Stranger")]
        public void Is_that_of_the_compiler(string name)
        {
            CSharpCompilation library = Harness.Compile(Library, "Library"), own = Harness.Compile(Library, name,
                references: library.ToMetadataReference());
            var seen = new HashSet<ISymbol>(SymbolEqualityComparer.Default);
            int accessible = 0;
            foreach (IAssemblySymbol assembly in own.SourceModule.ReferencedAssemblySymbols.Append(own.Assembly))
            {
                if (assembly.Name is "Library" or "Kitbag" or "System.Text.Json" || assembly.Name == name)
                    Collect(assembly.GlobalNamespace, seen);
            }
            foreach (ISymbol symbol in seen)
            {
                bool expected = own.IsSymbolAccessibleWithin(symbol, own.Assembly);
                Assert.True(expected == Access.IsVisible(own, symbol), symbol + " of " + symbol.ContainingAssembly);
                accessible += expected ? 1 : 0;
            }
            Assert.InRange(accessible, 1_000, seen.Count - 1_000);
        }

        private static void Collect(ISymbol symbol, HashSet<ISymbol> seen)
        {
            if (symbol is INamespaceOrTypeSymbol container)
            {
                foreach (ISymbol member in container.GetMembers())
                    Collect(member, seen);
            }
            // A type with a name such as <Module> is that of one file, which the generator never accesses.
            if (symbol is INamespaceSymbol || (symbol is ITypeSymbol one && Names.IsOfOneFile(one)) || !seen.Add(symbol))
                return;
            ITypeSymbol? type = symbol is IFieldSymbol field ? field.Type : symbol is IPropertySymbol property ? property.Type : null;
            if (type != null && !Names.IsOfOneFile(type))
                seen.Add(type);
        }
    }
}
