using System;
using System.Collections.Generic;
using System.Runtime.CompilerServices;
using System.Threading;
using Kitbag.Generator.Model;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp.Syntax;

namespace Kitbag.Generator.Parsing
{
    /// <summary>Finds the roots: type arguments for type parameters that are marked [KitbagRoot], and types named by [KitbagSerializable].</summary>
    internal static class Roots
    {
        private const string RootAttribute = "Kitbag.KitbagRootAttribute";

        // Which methods are marked is asked for each invocation, and found out once for each compilation.
        private static readonly ConditionalWeakTable<Compilation, HashSet<string>> s_markedNames = new ConditionalWeakTable<Compilation, HashSet<string>>();

        /// <summary>Whether a node may be a call of a marked method. Looks at syntax only.</summary>
        public static bool MayBeCall(SyntaxNode node) => node is InvocationExpressionSyntax call && NameOf(call) != null;

        /// <summary>The types that a call gives to marked type parameters and that mention type parameters themselves.</summary>
        public static List<ITypeSymbol> OpenArguments(SyntaxNode node, SemanticModel model, CancellationToken cancellationToken)
        {
            var open = new List<ITypeSymbol>();
            IMethodSymbol? method = model.GetSymbolInfo(node, cancellationToken).Symbol as IMethodSymbol;
            method = method?.GetConstructedReducedFrom() ?? method;
            if (method != null)
                AddOpen(open, method.OriginalDefinition.TypeParameters, method.TypeArguments);
            if (method?.ContainingType is { } type)
                AddOpen(open, type.OriginalDefinition.TypeParameters, type.TypeArguments);
            return open;
        }

        private static void AddOpen(List<ITypeSymbol> open, IReadOnlyList<ITypeParameterSymbol> parameters, IReadOnlyList<ITypeSymbol> arguments)
        {
            for (int i = 0; i < parameters.Count; i++)
            {
                if (IsMarked(parameters[i]) && Names.OpenParameter(arguments[i]) != null && !(arguments[i] is ITypeParameterSymbol own && IsMarked(own)))
                    open.Add(arguments[i]);
            }
        }

        /// <summary>The roots that a call names.</summary>
        public static EquatableArray<RootModel> OfCall(GeneratorSyntaxContext context, CancellationToken cancellationToken)
        {
            var call = (InvocationExpressionSyntax)context.Node;
            HashSet<string> marked = s_markedNames.GetValue(context.SemanticModel.Compilation, FindMarkedNames);
            if (!marked.Contains(NameOf(call)!.Identifier.ValueText))
                return EquatableArray<RootModel>.Empty;
            // Where other arguments come from other generators, which do not see each other's code, the call does not bind here; the
            // type arguments that it names, and the types of the arguments that do bind, are known all the same.
            SymbolInfo bound = context.SemanticModel.GetSymbolInfo(call, cancellationToken);
            ISymbol? symbol = bound.Symbol ?? (bound.CandidateSymbols.Length != 0 ? bound.CandidateSymbols[0] : null);
            if (symbol is not IMethodSymbol method)
                return EquatableArray<RootModel>.Empty;
            var roots = new List<RootModel>();
            if (bound.Symbol == null && NameOf(call) is not GenericNameSyntax)
            {
                AddFromArguments(roots, method, call, context.SemanticModel, cancellationToken);
                return new EquatableArray<RootModel>(roots.ToArray());
            }
            method = method.GetConstructedReducedFrom() ?? method;
            for (int i = 0; i < method.TypeParameters.Length; i++)
            {
                if (IsMarked(method.OriginalDefinition.TypeParameters[i]))
                    Add(roots, method.TypeArguments[i], call);
            }
            INamedTypeSymbol? type = method.ContainingType;
            for (int i = 0; type != null && i < type.TypeParameters.Length; i++)
            {
                if (IsMarked(type.OriginalDefinition.TypeParameters[i]))
                    Add(roots, type.TypeArguments[i], call);
            }
            return new EquatableArray<RootModel>(roots.ToArray());
        }

        private static void AddFromArguments(List<RootModel> roots, IMethodSymbol method, InvocationExpressionSyntax call, SemanticModel model, CancellationToken cancellationToken)
        {
            IReadOnlyList<IParameterSymbol> parameters = method.OriginalDefinition.Parameters;
            for (int i = 0; i < call.ArgumentList.Arguments.Count && i < parameters.Count; i++)
            {
                if (call.ArgumentList.Arguments[i].NameColon != null || parameters[i].Type is not ITypeParameterSymbol parameter || !IsMarked(parameter))
                    continue;
                if (model.GetTypeInfo(call.ArgumentList.Arguments[i].Expression, cancellationToken).Type is { } argument)
                    Add(roots, argument, call);
            }
        }

        private static void Add(List<RootModel> roots, ITypeSymbol argument, InvocationExpressionSyntax call)
        {
            PlaceModel place = PlaceOf(call.GetLocation());
            // Another library's callers are asked in their turn, where the parameter is marked too.
            if (argument is ITypeParameterSymbol parameter && IsMarked(parameter))
                return;
            if (Names.OpenParameter(argument) is { } open)
                roots.Add(new RootModel("", "", open.Name, place));
            else if (!Names.HasError(argument))
                roots.Add(new RootModel(DocumentationCommentId.CreateReferenceId(argument), Names.InSchema(argument), "", place));
        }

        /// <summary>The root that a type is by its own attribute.</summary>
        public static EquatableArray<RootModel> OfAttribute(GeneratorAttributeSyntaxContext context)
        {
            var roots = new List<RootModel>();
            foreach (AttributeData data in context.Attributes)
            {
                PlaceModel place = PlaceOf(data.ApplicationSyntaxReference?.GetSyntax().GetLocation() ?? Location.None);
                ITypeSymbol? type = data.ConstructorArguments.Length == 1 ? data.ConstructorArguments[0].Value as ITypeSymbol : context.TargetSymbol as ITypeSymbol;
                bool byFields = Attributes.Named(data, "Fields") is true;
                if (type is INamedTypeSymbol { IsGenericType: true } generic && (generic.IsUnboundGenericType || generic.IsDefinition))
                    roots.Add(new RootModel(DocumentationCommentId.CreateDeclarationId(generic.OriginalDefinition), Names.InSchema(generic), "", place) { IsRegistered = true, ByFields = byFields });
                else if (type != null && !Names.HasError(type))
                    roots.Add(new RootModel(DocumentationCommentId.CreateReferenceId(type), Names.InSchema(type), "", place) { IsRegistered = true, ByFields = byFields });
            }
            return new EquatableArray<RootModel>(roots.ToArray());
        }

        public static PlaceModel PlaceOf(Location location) =>
            location.IsInSource ? new PlaceModel(location.SourceTree!.FilePath, location.SourceSpan.Start, location.SourceSpan.Length) : new PlaceModel("", 0, 0);

        private static SimpleNameSyntax? NameOf(InvocationExpressionSyntax call) => call.Expression switch
        {
            MemberAccessExpressionSyntax access => access.Name,
            MemberBindingExpressionSyntax binding => binding.Name,
            SimpleNameSyntax name => name,
            _ => null,
        };

        private static HashSet<string> FindMarkedNames(Compilation compilation)
        {
            var names = new HashSet<string>(StringComparer.Ordinal);
            INamedTypeSymbol? attribute = compilation.GetTypeByMetadataName(RootAttribute);
            if (attribute == null)
                return names;
            Scan(attribute.ContainingAssembly.GlobalNamespace, names);
            foreach (IAssemblySymbol assembly in KitbagUsers.Of(compilation, attribute.ContainingAssembly))
                Scan(assembly.GlobalNamespace, names);
            Scan(compilation.Assembly.GlobalNamespace, names);
            return names;
        }

        private static void Scan(INamespaceOrTypeSymbol container, HashSet<string> names)
        {
            foreach (ISymbol member in container.GetMembers())
            {
                if (member is INamespaceOrTypeSymbol inner)
                    Scan(inner, names);
                else if (member is IMethodSymbol method && (AnyMarked(method.TypeParameters) || (method.ContainingType is { IsGenericType: true } type && AnyMarked(type.TypeParameters))))
                    names.Add(method.Name);
            }
        }

        private static bool AnyMarked(IReadOnlyList<ITypeParameterSymbol> parameters)
        {
            foreach (ITypeParameterSymbol parameter in parameters)
            {
                if (IsMarked(parameter))
                    return true;
            }
            return false;
        }

        private static bool IsMarked(ITypeParameterSymbol parameter)
        {
            foreach (AttributeData data in parameter.GetAttributes())
            {
                if (data.AttributeClass?.ToDisplayString() == RootAttribute)
                    return true;
            }
            return false;
        }
    }
}
