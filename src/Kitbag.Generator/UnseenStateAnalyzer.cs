using System;
using System.Collections.Generic;
using System.Collections.Immutable;
using System.Linq;
using Kitbag.Generator.Diagnostics;
using Kitbag.Generator.Parsing;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp.Syntax;
using Microsoft.CodeAnalysis.Diagnostics;

namespace Kitbag.Generator
{
    /// <summary>
    /// Reports state that another source generator adds to a type for which Kitbag generates a codec. Source generators do not see what
    /// others add, but an analyzer sees the final compilation.
    /// </summary>
    [DiagnosticAnalyzer(LanguageNames.CSharp)]
    public sealed class UnseenStateAnalyzer : DiagnosticAnalyzer
    {
        /// <inheritdoc/>
        public override ImmutableArray<DiagnosticDescriptor> SupportedDiagnostics { get; } = ImmutableArray.Create(Rules.UnseenState);

        /// <inheritdoc/>
        public override void Initialize(AnalysisContext context)
        {
            context.EnableConcurrentExecution();
            context.ConfigureGeneratedCodeAnalysis(GeneratedCodeAnalysisFlags.Analyze);
            context.RegisterCompilationAction(Analyze);
        }

        private static void Analyze(CompilationAnalysisContext context)
        {
            var files = new SeenFiles(context.Compilation);
            var examined = new HashSet<ISymbol>(SymbolEqualityComparer.Default);
            foreach (INamedTypeSymbol codec in Codecs(context.Compilation))
            {
                context.CancellationToken.ThrowIfCancellationRequested();
                for (INamedTypeSymbol? t = codec.BaseType!.TypeArguments[0] as INamedTypeSymbol; t != null; t = t.BaseType)
                {
                    if (!examined.Add(t.OriginalDefinition))
                        break;
                    // Kitbag sees types that are declared completely by generated code: a generator adds them before all others run.
                    Location? place = t.Locations.FirstOrDefault(l => l.IsInSource && files.Contains(l.SourceTree!));
                    if (place == null)
                        continue;
                    string[] unseen = Unseen(t.OriginalDefinition, files).Select(name => "'" + name + "'").Take(3).ToArray();
                    if (unseen.Length != 0)
                        context.ReportDiagnostic(Diagnostic.Create(Rules.WithPage(Rules.UnseenState, context.Options), place,
                            Names.InSchema(t.OriginalDefinition), string.Join(", ", unseen)));
                }
            }
        }

        private static IEnumerable<INamedTypeSymbol> Codecs(Compilation compilation) => SeenFiles.OwnTypes(compilation)
            .Where(type => type.BaseType is { Name: "ObjectCodec" or "RecordCodec", TypeArguments: { Length: 1 } }
                && type.DeclaringSyntaxReferences.Length != 0);

        private static IEnumerable<string> Unseen(INamedTypeSymbol type, SeenFiles files)
        {
            bool IsUnseen(SyntaxNode node) => !files.Contains(node.SyntaxTree);
            // A property that Kitbag sees and can set contains what it refers to.
            var contained = new Lazy<HashSet<string>>(() => new HashSet<string>(type.GetMembers().OfType<IPropertySymbol>()
                .Where(property => property is { GetMethod: not null, SetMethod: not null })
                .Select(property => Declarations.Of(property).ToList())
                .Where(parts => !parts.All(IsUnseen))
                .SelectMany(parts => parts).SelectMany(part => part.DescendantNodes()).OfType<IdentifierNameSyntax>()
                .Select(name => name.Identifier.ValueText)));
            foreach (IFieldSymbol field in type.GetMembers().OfType<IFieldSymbol>().Where(f => !f.IsStatic && !f.IsConst))
            {
                ISymbol owner = Declarations.OwnerOf(field);
                List<SyntaxNode> parts = Declarations.Of(owner).ToList();
                if (owner is not IEventSymbol && parts.Count != 0 && parts.All(IsUnseen) && Members.IsData(field)
                    && (owner.DeclaredAccessibility == Accessibility.Public || IsValue(field.Type))
                    && !Inclusion.IsIgnored(field) && !Inclusion.IsIgnored(owner) && !contained.Value.Contains(owner.Name))
                    yield return owner.Name;
            }
        }

        // Private objects of classes are usually services, such as the commands of a view model.
        private static bool IsValue(ITypeSymbol type) => type.IsValueType || type.SpecialType == SpecialType.System_String
            || type is ITypeParameterSymbol or IArrayTypeSymbol || (type is INamedTypeSymbol named && Names.IsEnumerable(named));
    }
}
