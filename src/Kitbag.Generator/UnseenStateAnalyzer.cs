using System;
using System.Collections.Generic;
using System.Collections.Immutable;
using System.IO;
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
            var examined = new HashSet<ISymbol>(SymbolEqualityComparer.Default);
            foreach (INamedTypeSymbol codec in Codecs(context.Compilation.Assembly.GlobalNamespace))
            {
                context.CancellationToken.ThrowIfCancellationRequested();
                if (codec.DeclaringSyntaxReferences.FirstOrDefault()?.SyntaxTree is not { } own || Folder(own) is not { } folder)
                    continue;
                for (INamedTypeSymbol? t = codec.BaseType!.TypeArguments[0] as INamedTypeSymbol; t != null; t = t.BaseType)
                {
                    if (!examined.Add(t.OriginalDefinition))
                        break;
                    // Kitbag sees types that are declared completely by generated code: a generator adds them before all others run.
                    Location? place = t.Locations.FirstOrDefault(l => l.IsInSource && IsSeen(l.SourceTree!, folder));
                    if (place == null)
                        continue;
                    string[] unseen = Unseen(t.OriginalDefinition, folder).Select(name => "'" + name + "'").Take(3).ToArray();
                    if (unseen.Length != 0)
                        context.ReportDiagnostic(Diagnostic.Create(Rules.WithPage(Rules.UnseenState, Pages(context)), place,
                            Names.InSchema(t.OriginalDefinition), string.Join(", ", unseen)));
                }
            }
        }

        private static string Pages(CompilationAnalysisContext context) => context.Options.AnalyzerConfigOptionsProvider.GlobalOptions
            .TryGetValue("build_property.KitbagRulePages", out string? folder) ? folder : "";

        private static IEnumerable<INamedTypeSymbol> Codecs(INamespaceSymbol all) =>
            Inside(all, "Kitbag").SelectMany(space => Inside(space, "Generated")).SelectMany(space => space.GetNamespaceMembers())
                .SelectMany(space => space.GetTypeMembers())
                .Where(type => type.BaseType is { Name: "ObjectCodec" or "RecordCodec", TypeArguments: { Length: 1 } });

        private static IEnumerable<INamespaceSymbol> Inside(INamespaceSymbol space, string name) =>
            space.GetNamespaceMembers().Where(inner => inner.Name == name);

        // The compiler gives generated files the path folder/assembly of the generator/type of the generator/name.
        private static string? Folder(SyntaxTree own)
        {
            string path = PathOf(own);
            int end = path.LastIndexOf(OwnFolder + typeof(KitbagGenerator).FullName + "/", StringComparison.Ordinal);
            return end < 0 ? null : path.Substring(0, end);
        }

        private static string OwnFolder => typeof(KitbagGenerator).Assembly.GetName().Name + "/";

        private static string PathOf(SyntaxTree tree) => tree.FilePath.Replace('\\', '/');

        // Generated files that are on disk before the compiler runs are elsewhere, and Kitbag sees them.
        private static bool IsSeen(SyntaxTree tree, string folder)
        {
            string path = PathOf(tree);
            if (!path.StartsWith(folder, StringComparison.Ordinal) || (folder.Length == 0 && Path.IsPathRooted(path)))
                return true;
            return path.Substring(folder.Length).Split('/').Length < 3
                || string.CompareOrdinal(path, folder.Length, OwnFolder, 0, OwnFolder.Length) == 0;
        }

        private static IEnumerable<string> Unseen(INamedTypeSymbol type, string folder)
        {
            bool IsUnseen(SyntaxNode node) => !IsSeen(node.SyntaxTree, folder);
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
