using System;
using System.Collections.Generic;
using System.Collections.Immutable;
using System.Linq;
using System.Threading;
using Kitbag.Generator.Diagnostics;
using Kitbag.Generator.Model;
using Kitbag.Generator.Parsing;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp.Syntax;
using Microsoft.CodeAnalysis.Diagnostics;

namespace Kitbag.Generator
{
    /// <summary>
    /// Reports types without a codec because the call, or a type that they contain, is in code that another source generator adds. Source
    /// generators do not see what others add, but an analyzer sees the final compilation.
    /// </summary>
    [DiagnosticAnalyzer(LanguageNames.CSharp)]
    public sealed class UnseenRootAnalyzer : DiagnosticAnalyzer
    {
        /// <inheritdoc/>
        public override ImmutableArray<DiagnosticDescriptor> SupportedDiagnostics { get; } = ImmutableArray.Create(Rules.UnseenRoot);

        /// <inheritdoc/>
        public override void Initialize(AnalysisContext context)
        {
            context.EnableConcurrentExecution();
            context.ConfigureGeneratedCodeAnalysis(GeneratedCodeAnalysisFlags.Analyze | GeneratedCodeAnalysisFlags.ReportDiagnostics);
            context.RegisterCompilationAction(Analyze);
        }

        private static void Analyze(CompilationAnalysisContext context)
        {
            Compilation compilation = context.Compilation;
            var files = new SeenFiles(compilation);
            if (KitbagUsers.Kitbag(compilation) == null || compilation.SyntaxTrees.All(files.Contains))
                return;
            HashSet<string> described = Described(compilation, json: false), inJson = Described(compilation, json: true);
            // A codec may also be in an assembly that has a type which is mentioned.
            var users = new HashSet<ISymbol>(KitbagUsers.Of(compilation), SymbolEqualityComparer.Default);
            foreach (RootModel root in Roots.Of(compilation, context.CancellationToken))
            {
                context.CancellationToken.ThrowIfCancellationRequested();
                if (root.TypeId.Length == 0 || root.IsChoice || Roots.TypeOf(root, compilation) is not { } type
                    || (root.HasJson ? inJson : described).Contains(Names.InCode(type))
                    || Names.Mentioned(type, one => users.Contains(one.ContainingAssembly)) != null)
                    continue;
                Location place = Reporting.LocationOf(root.Place, compilation);
                if (place.SourceTree == null)
                    continue;
                if (UnseenPart(type, files) is { } part)
                    Report("'" + Names.InSchema(part) + "'", "Declare it in a file of this project, or in a referenced project");
                else if (!files.Contains(place.SourceTree))
                    Report("the code that names it here", AdviceToAddAttribute(type));
                else if (UnseenName(place, compilation, files, context.CancellationToken) is { } used)
                    Report("'" + used.Name + "'", AdviceToAddAttribute(type));

                void Report(string added, string advice) => context.ReportDiagnostic(Diagnostic.Create(
                    Rules.WithPage(Rules.UnseenRoot, context.Options), place, Names.InSchema(type), added, advice));
            }
        }

        private static string AdviceToAddAttribute(ITypeSymbol type) =>
            "Add [assembly: KitbagSerializable(typeof(" + Names.InCode(type).Replace("global::", "") + "))] to a file of the project";

        // The types for which the generated method Find has codecs, in binary or in JSON: those with JSON come first.
        private static HashSet<string> Described(Compilation compilation, bool json)
        {
            IEnumerable<StatementSyntax> statements = SeenFiles.OwnTypes(compilation).Where(type => type.Name == "Roots")
                .SelectMany(type => type.GetMembers("Find")).SelectMany(method => method.DeclaringSyntaxReferences)
                .SelectMany(part => ((MethodDeclarationSyntax)part.GetSyntax()).Body!.Statements);
            return new HashSet<string>(statements
                .TakeWhile(statement => !json || statement is not IfStatementSyntax { Condition: IdentifierNameSyntax })
                .SelectMany(statement => statement.DescendantNodes()).OfType<TypeOfExpressionSyntax>().Select(one => one.Type.ToString()));
        }

        // A symbol that the generator does not see, near a call whose type argument it cannot infer without it.
        private static ISymbol? UnseenName(Location call, Compilation compilation, SeenFiles files, CancellationToken cancellationToken)
        {
            SyntaxTree tree = call.SourceTree!;
            SyntaxNode root = tree.GetRoot(cancellationToken);
            SyntaxNode? member = root.FindNode(call.SourceSpan).FirstAncestorOrSelf<MemberDeclarationSyntax>();
            // Variables of top-level statements are visible in all of them.
            return (member is null or GlobalStatementSyntax ? root : member).DescendantNodes().OfType<SimpleNameSyntax>()
                .Select(name => compilation.ModelOf(tree).GetSymbolInfo(name, cancellationToken).Symbol)
                .FirstOrDefault(symbol => symbol is not (null or INamespaceSymbol) && files.IsUnseen(symbol));
        }

        // A type that the generator does not see and the root contains. For the generator, this type does not exist.
        private static ITypeSymbol? UnseenPart(ITypeSymbol root, SeenFiles files)
        {
            var examined = new HashSet<ISymbol>(SymbolEqualityComparer.Default);
            var waiting = new Queue<ITypeSymbol>(new[] { root });
            while (waiting.Count != 0)
            {
                if (Names.Mentioned(waiting.Dequeue(), IsUnseen) is { } part)
                    return part;
            }
            return null;

            // Members are examined later, each type once.
            bool IsUnseen(ITypeSymbol type)
            {
                if (!examined.Add(type) || type.DeclaringSyntaxReferences.Length == 0)
                    return false;
                foreach (IFieldSymbol field in type.GetMembers().OfType<IFieldSymbol>().Where(field => !field.IsStatic))
                    waiting.Enqueue(field.Type);
                if (type.BaseType != null)
                    waiting.Enqueue(type.BaseType);
                return files.IsUnseen(type);
            }
        }
    }
}
