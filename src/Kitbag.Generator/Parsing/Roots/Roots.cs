using System;
using System.Collections.Generic;
using System.Linq;
using System.Threading;
using Kitbag.Generator.Diagnostics;
using Kitbag.Generator.Model;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp.Syntax;

namespace Kitbag.Generator.Parsing
{
    /// <summary>
    /// Finds the roots: type arguments for type parameters that are marked [KitbagRoot], and types named by [KitbagSerializable].
    /// </summary>
    internal static class Roots
    {
        /// <summary>The roots that a compilation names, each once for each location.</summary>
        public static EquatableArray<RootModel> Of(Compilation compilation, CancellationToken cancellationToken) => Defects.Catch(
            "Roots",
            () => Find(compilation, cancellationToken),
            text => new EquatableArray<RootModel>(new[] { RootModel.Failed("the search for roots", PlaceModel.None, text) }));

        private static EquatableArray<RootModel> Find(Compilation compilation, CancellationToken cancellationToken)
        {
            HashSet<string> marked = MarkedNames.Of(compilation);
            var roots = new List<RootModel>();
            foreach (SyntaxTree tree in compilation.SyntaxTrees)
            {
                cancellationToken.ThrowIfCancellationRequested();
                SemanticModel? model = null;
                foreach (NameOccurrence place in SyntaxIndex.Of(tree).Names)
                {
                    if (!MarkedNames.Has(marked, place))
                        continue;
                    model ??= compilation.ModelOf(tree);
                    SyntaxNode node = tree.GetRoot(cancellationToken).FindToken(place.Start).Parent!;
                    Defects.Catch("Root " + place.Name, () => Add(roots, node, model, cancellationToken), text =>
                        roots.Add(RootModel.Failed(node.ToString(), PlaceOf(node.GetLocation()), text)));
                }
            }
            return new EquatableArray<RootModel>(roots.Distinct().ToArray());
        }

        private static void Add(List<RootModel> roots, SyntaxNode node, SemanticModel model, CancellationToken cancellationToken)
        {
            SyntaxNode qualifiedName = QualifiedName(node);
            switch (qualifiedName.Parent)
            {
                case InvocationExpressionSyntax call when call.Expression == qualifiedName:
                    AddOfCall(roots, call, model, cancellationToken);
                    break;
                case AttributeSyntax attribute:
                    AddOfAttribute(roots, attribute, model, cancellationToken);
                    break;
                case ObjectCreationExpressionSyntax or BaseTypeSyntax or UsingDirectiveSyntax:
                    AddOfType(
                        roots,
                        model.GetSymbolInfo(qualifiedName, cancellationToken).Symbol as INamedTypeSymbol,
                        qualifiedName.Parent);
                    break;
                case MemberAccessExpressionSyntax access when access.Expression == qualifiedName:
                    // Methods examine their type arguments themselves.
                    if (model.GetSymbolInfo(access, cancellationToken).Symbol is IPropertySymbol or IFieldSymbol or IEventSymbol)
                        AddOfType(roots, model.GetSymbolInfo(qualifiedName, cancellationToken).Symbol as INamedTypeSymbol, access);
                    break;
                case var _ when node is ImplicitObjectCreationExpressionSyntax:
                    AddOfType(roots, model.GetTypeInfo(node, cancellationToken).Type as INamedTypeSymbol, node);
                    break;
                default:
                    if (SymbolOf(model.GetSymbolInfo(qualifiedName, cancellationToken)) is IMethodSymbol method)
                        AddOfMethod(roots, method, qualifiedName);
                    break;
            }
        }

        /// <summary>The qualified name that ends with a name: N.Name, e.Name, e?.Name, global::Name.</summary>
        public static SyntaxNode QualifiedName(SyntaxNode name) => name.Parent switch
        {
            MemberAccessExpressionSyntax access when access.Name == name => access,
            MemberBindingExpressionSyntax binding => binding,
            QualifiedNameSyntax qualified when qualified.Right == name => qualified,
            AliasQualifiedNameSyntax qualified when qualified.Name == name => QualifiedName(qualified),
            _ => name,
        };

        private static ISymbol? SymbolOf(SymbolInfo bound) => bound.Symbol
            ?? (bound.CandidateSymbols.Length != 0 ? bound.CandidateSymbols[0] : null);

        private static void AddOfCall(List<RootModel> roots, InvocationExpressionSyntax call, SemanticModel model,
            CancellationToken cancellationToken)
        {
            // If other arguments refer to the code of other generators, which is not visible here, the call cannot be bound completely. Its
            // explicit type arguments, and the types of those arguments that can be bound, are known all the same.
            SymbolInfo bound = model.GetSymbolInfo(call, cancellationToken);
            if (SymbolOf(bound) is not IMethodSymbol method)
                return;
            if (bound.Symbol == null && NameOf(call) is not GenericNameSyntax)
                AddFromArguments(roots, bound.CandidateSymbols.OfType<IMethodSymbol>().FirstOrDefault(one =>
                    MayAccept(one, call, model, cancellationToken)) ?? method, call, model, cancellationToken);
            else
                AddOfMethod(roots, method, call);
        }

        private static void AddOfMethod(List<RootModel> roots, IMethodSymbol method, SyntaxNode place)
        {
            method = method.GetConstructedReducedFrom() ?? method;
            if (MarkedNames.IsJsonByType(method))
                roots.Add(new RootModel("", "", "", PlaceModel.None) { HasJson = true, IsJsonByType = true });
            for (int i = 0; i < method.TypeParameters.Length; i++)
                AddMarked(roots, method.OriginalDefinition.TypeParameters[i], method.TypeArguments[i], place);
            AddOfType(roots, method.ContainingType, place);
        }

        private static void AddOfType(List<RootModel> roots, INamedTypeSymbol? type, SyntaxNode place)
        {
            for (int i = 0; type != null && i < type.TypeParameters.Length; i++)
                AddMarked(roots, type.OriginalDefinition.TypeParameters[i], type.TypeArguments[i], place);
        }

        private static void AddMarked(List<RootModel> roots, ITypeParameterSymbol parameter, ITypeSymbol argument, SyntaxNode place)
        {
            if (MarkedNames.IsMarked(parameter, out bool hasJson))
                Add(roots, argument, hasJson, place);
        }

        private static void AddOfAttribute(List<RootModel> roots, AttributeSyntax attribute, SemanticModel model,
            CancellationToken cancellationToken)
        {
            SyntaxNode declaration = attribute.Parent!.Parent!;
            ISymbol? target = declaration is CompilationUnitSyntax ? model.Compilation.Assembly
                : model.GetDeclaredSymbol(declaration, cancellationToken);
            AttributeData? data = target?.GetAttributes()
                .FirstOrDefault(a => a.ApplicationSyntaxReference is { } place && place.SyntaxTree == attribute.SyntaxTree
                && place.Span == attribute.Span);
            if (data == null || !MarkedNames.IsRegistration(data))
                return;
            PlaceModel place = PlaceOf(attribute.GetLocation());
            ITypeSymbol? type = data.ConstructorArguments.Length == 1 ? data.ConstructorArguments[0].Value as ITypeSymbol
                : target as ITypeSymbol;
            bool byFields = Attributes.Named(data, "Fields") is true, hasJson = Attributes.Named(data, "Json") is not false;
            bool? isTracked = Attributes.Named(data, "Tracked") as bool?;
            bool isChoice = isTracked != null && data.ConstructorArguments.Length == 1;
            if (type is INamedTypeSymbol { IsGenericType: true } generic && (generic.IsUnboundGenericType || generic.IsDefinition))
            {
                // A type nested in a generic type may have no type parameters of its own; one that does not exist has none at all.
                if (Names.OpenParameter(generic.OriginalDefinition) is { } parameter)
                    Register(DocumentationCommentId.CreateDeclarationId(generic.OriginalDefinition), generic,
                        isChoice ? "" : parameter.Name);
            }
            else if (type != null && !Names.HasError(type))
                Register(DocumentationCommentId.CreateReferenceId(type), type, "");

            void Register(string id, ITypeSymbol registered, string openParameter) =>
                roots.Add(new RootModel(id, Names.InSchema(registered), openParameter, place)
                {
                    IsRegistered = true,
                    ByFields = byFields,
                    Tracked = isTracked,
                    IsChoice = isChoice,
                    HasJson = hasJson,
                });
        }

        // Whether an overload is generic and accepts those arguments of a call that can be bound.
        private static bool MayAccept(IMethodSymbol method, InvocationExpressionSyntax call, SemanticModel model,
            CancellationToken cancellationToken)
        {
            IReadOnlyList<IParameterSymbol> parameters = method.OriginalDefinition.Parameters;
            return method.IsGenericMethod && call.ArgumentList.Arguments.Count <= parameters.Count
                && call.ArgumentList.Arguments.Select((argument, i) => argument.NameColon != null
                    || Names.OpenParameter(parameters[i].Type) != null
                    || model.GetTypeInfo(argument.Expression, cancellationToken).Type is not { TypeKind: not TypeKind.Error } type
                    || model.Compilation.HasImplicitConversion(type, parameters[i].Type)).All(fits => fits);
        }

        private static void AddFromArguments(List<RootModel> roots, IMethodSymbol method, InvocationExpressionSyntax call,
            SemanticModel model, CancellationToken cancellationToken)
        {
            IReadOnlyList<IParameterSymbol> parameters = method.OriginalDefinition.Parameters;
            for (int i = 0; i < call.ArgumentList.Arguments.Count && i < parameters.Count; i++)
            {
                if (call.ArgumentList.Arguments[i].NameColon != null || parameters[i].Type is not ITypeParameterSymbol parameter
                    || !MarkedNames.IsMarked(parameter, out bool hasJson))
                    continue;
                if (model.GetTypeInfo(call.ArgumentList.Arguments[i].Expression, cancellationToken).Type is { } argument)
                    Add(roots, argument, hasJson, call);
            }
        }

        /// <summary>The type arguments for marked type parameters that contain type parameters themselves.</summary>
        public static List<ITypeSymbol> OpenArguments(SyntaxNode node, SemanticModel model, CancellationToken cancellationToken)
        {
            var open = new List<ITypeSymbol>();
            ISymbol? symbol = SymbolOf(model.GetSymbolInfo(node, cancellationToken));
            IMethodSymbol? method = symbol as IMethodSymbol;
            method = method?.GetConstructedReducedFrom() ?? method;
            if (method != null)
                AddOpen(open, method.OriginalDefinition.TypeParameters, method.TypeArguments);
            if ((symbol as INamedTypeSymbol ?? method?.ContainingType ?? symbol?.ContainingType) is { } type)
                AddOpen(open, type.OriginalDefinition.TypeParameters, type.TypeArguments);
            return open;
        }

        private static void AddOpen(List<ITypeSymbol> open, IReadOnlyList<ITypeParameterSymbol> parameters,
            IReadOnlyList<ITypeSymbol> arguments)
        {
            for (int i = 0; i < parameters.Count; i++)
            {
                if (MarkedNames.IsMarked(parameters[i], out _) && Names.OpenParameter(arguments[i]) != null
                    && !Names.HasError(arguments[i]) && !(arguments[i] is ITypeParameterSymbol own && MarkedNames.IsMarked(own, out _)))
                    open.Add(arguments[i]);
            }
        }

        private static void Add(List<RootModel> roots, ITypeSymbol argument, bool hasJson, SyntaxNode node)
        {
            PlaceModel place = PlaceOf(node.GetLocation());
            // If the parameter is marked as well, the callers of the other library provide the roots.
            if (Names.HasError(argument) || (argument is ITypeParameterSymbol parameter && MarkedNames.IsMarked(parameter, out _)))
                return;
            if (Names.OpenParameter(argument) is { } open)
                roots.Add(new RootModel("", "", open.Name, place) { HasJson = hasJson });
            else
                roots.Add(new RootModel(IdOf(argument), Names.InSchema(argument), "", place) { HasJson = hasJson });
        }

        // Anonymous types all have the same empty id, so errors of one would be reported at the call of another: their names, which are no
        // ids of any type, distinguish them.
        private static string IdOf(ITypeSymbol type) =>
            Names.HasAnonymous(type) ? "?" + Names.InSchema(type) : DocumentationCommentId.CreateReferenceId(type);

        /// <summary>
        /// The types of roots, each once. Without their locations, which the parser does not need and which change with every edit.
        /// </summary>
        public static EquatableArray<RootModel> WithoutPlaces(EquatableArray<RootModel> roots) =>
            new EquatableArray<RootModel>(roots.Where(root => root.OpenParameter.Length == 0 && root.Failure.Length == 0)
                .Select(root => root with { Place = PlaceModel.None }).Distinct().ToArray());

        /// <summary>Returns the type of a root, or null if it cannot be found by its id.</summary>
        public static ITypeSymbol? TypeOf(RootModel root, Compilation compilation) =>
            (DocumentationCommentId.GetFirstSymbolForReferenceId(root.TypeId, compilation)
                ?? DocumentationCommentId.GetFirstSymbolForDeclarationId(root.TypeId, compilation)) as ITypeSymbol;

        private static PlaceModel PlaceOf(Location location) =>
            location.IsInSource ? new PlaceModel(location.SourceTree!.FilePath, location.SourceSpan.Start, location.SourceSpan.Length)
                : PlaceModel.None;

        private static SimpleNameSyntax? NameOf(InvocationExpressionSyntax call) => call.Expression switch
        {
            MemberAccessExpressionSyntax access => access.Name,
            MemberBindingExpressionSyntax binding => binding.Name,
            SimpleNameSyntax name => name,
            _ => null,
        };
    }
}
