using System;
using System.Collections.Generic;
using System.Linq;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Syntax;

namespace Kitbag.Generator.Parsing
{
    /// <summary>Executes calls.</summary>
    internal sealed partial class ArgumentFlow
    {
        // Methods that are not idempotent: applied to their own result, they return another value.
        private static readonly HashSet<string> s_changing = new HashSet<string>
        {
            "Append", "Concat", "Insert", "Prepend", "Remove", "Reverse", "Skip", "Substring",
        };

        // Idempotent methods: what they are applied to decides.
        private static readonly HashSet<string> s_idempotent = new HashSet<string>
        {
            "AsReadOnly", "ToArray", "ToImmutableArray", "ToImmutableList", "ToList", "ToLower", "ToLowerInvariant", "ToUpper",
            "ToUpperInvariant", "Trim", "TrimEnd", "TrimStart",
        };

        // Methods that add to a list.
        private static readonly HashSet<string> s_adding = new HashSet<string>
        {
            "Add", "AddFirst", "AddLast", "AddRange", "Enqueue", "Insert", "InsertRange", "Push",
        };

        // A method that is executed knows the object by its parameter.
        private List<Content> ArgumentsOf(ArgumentListSyntax? list, bool isFollowed = false)
        {
            var values = new List<Content>();
            foreach (ArgumentSyntax argument in list?.Arguments ?? default)
            {
                values.Add(argument.Expression is DeclarationExpressionSyntax || (isFollowed && argument.Expression is ThisExpressionSyntax)
                    ? default : Evaluate(argument.Expression));
            }
            foreach (ArgumentSyntax argument in list?.Arguments ?? default)
            {
                if (IsAssigned(argument))
                    Assign(argument.Expression, Content.OfAll(values));
            }
            return values;
        }

        // The content of the argument that is passed to a parameter; none if it is omitted.
        private static Content ArgumentOf(SeparatedSyntaxList<ArgumentSyntax> arguments, List<Content> values, string parameter,
            int ordinal) =>
            ConstructorArguments.IndexOf(arguments, parameter, ordinal) is >= 0 and var index ? values[index] : default;

        private static bool IsAssigned(ArgumentSyntax argument) =>
            argument.RefKindKeyword.Kind() is SyntaxKind.RefKeyword or SyntaxKind.OutKeyword;

        private Content Evaluate(InvocationExpressionSyntax call)
        {
            switch (call.Expression)
            {
                case IdentifierNameSyntax { Identifier: { ValueText: "nameof" } }:
                    return new Content { Constant = call.ToString() };
                case SimpleNameSyntax or MemberAccessExpressionSyntax when NameOf(call.Expression) is { Length: > 0 } name:
                    return CallOwn(name, call);
                case MemberAccessExpressionSyntax access:
                    return Call(call, access.Name.Identifier.ValueText, access.Expression, Evaluate(access.Expression));
                default:
                    return EvaluateAll(call);
            }
        }

        // Calls a method of another object.
        private Content Call(InvocationExpressionSyntax call, string method, ExpressionSyntax target, Content receiver)
        {
            Content passed = Content.OfAll(ArgumentsOf(call.ArgumentList)), result = Content.Of(receiver.Uses | passed.Uses);
            if (IsStatement(call))
            {
                if (!IsVariable(target))
                    return result;
                if (s_adding.Contains(method))
                    Add(target, receiver, passed, call.ArgumentList.Arguments.All(argument => argument.Expression is IdentifierNameSyntax));
                else if (method == "Clear" && receiver.Unchanged == null)
                    Store(target, receiver with { Uses = 0, Computed = 0, Own = OwnContent.Empty });
                else if (method == "Reverse")
                    Grow(target, receiver, receiver.Uses);
                return result;
            }
            result = result with { IsSet = IsSet(method) };
            return s_idempotent.Contains(method) ? result with { Computed = receiver.Computed, Own = receiver.Own }
                : IdempotentOperations.Is(call) ? result
                : s_changing.Contains(method) || (method == "Format" && target.ToString() is "string" or "String") ? result.Changed()
                // The methods of immutable collections, and of dates, return the result.
                : method.StartsWith("Add", StringComparison.Ordinal) ? result with { Computed = receiver.Uses }
                : method == "Empty" && result.Uses == 0 ? result with { Own = OwnContent.Empty }
                : result;
        }

        // Whether nothing uses the result of a call.
        private static bool IsStatement(ExpressionSyntax call) => call.Parent switch
        {
            ConditionalAccessExpressionSyntax access => IsStatement(access),
            ArrowExpressionClauseSyntax { Parent: var owner } => owner switch
            {
                MethodDeclarationSyntax method => IsVoid(method.ReturnType),
                LocalFunctionStatementSyntax function => IsVoid(function.ReturnType),
                AccessorDeclarationSyntax accessor => !accessor.IsKind(SyntaxKind.GetAccessorDeclaration),
                _ => owner is ConstructorDeclarationSyntax,
            },
            _ => call.Parent is ExpressionStatementSyntax,
        };

        private static bool IsVoid(TypeSyntax type) =>
            type is PredefinedTypeSyntax { Keyword: { RawKind: (int)SyntaxKind.VoidKeyword } };

        // Adds to a collection. What is added once more grows with each call, unless the collection was empty. What is selected of an
        // argument may be the part that the collection lacks.
        private void Add(ExpressionSyntax target, Content receiver, Content added, bool isUnselected)
        {
            Content both = receiver with { Uses = receiver.Uses | added.Uses };
            if (receiver.IsSet || receiver is { Uses: 0, Own: not (OwnContent.Empty or OwnContent.Filled) })
                Grow(target, both, receiver.Computed | added.Computed);
            else if (receiver.Own is OwnContent.Empty && added.Uses == 0)
                Store(target, receiver with { Own = OwnContent.Filled });
            else if (receiver.Own is OwnContent.Empty)
                Store(target, Content.Of(added.Uses) with { Computed = added.Computed });
            else if (receiver.Own is OwnContent.Filled)
                Grow(target, both, receiver.Computed | added.Computed | (isUnselected ? added.Uses : 0));
            else if (receiver.Unchanged != null || (receiver.Uses & added.Uses) == 0)
                Grow(target, both, receiver.Computed | receiver.Uses);
            else
                Store(target, both);
        }

        // The content of a collection is computed from certain parameters. Other variables may refer to the same collection.
        private void Grow(ExpressionSyntax target, Content collection, ulong computed)
        {
            Store(target, collection with { Computed = computed });
            if (collection.Unchanged is not { } parameter || computed == 0)
                return;
            _state.Grown |= computed & _bits[parameter];
            foreach (Dictionary<string, Content> all in new[] { _state.Members, _state.Locals })
            {
                foreach (string name in all.Where(one => one.Value.Unchanged == parameter).Select(one => one.Key).ToList())
                    all[name] = all[name] with { Computed = computed };
            }
        }

        // The method of the object that a call executes; null if it is not in source.
        private MethodDeclarationSyntax? MethodOf(string name, InvocationExpressionSyntax call)
        {
            if (_type == null)
                return null;
            List<IMethodSymbol> methods = Members.Named(_type.OriginalDefinition, name).OfType<IMethodSymbol>()
                .Where(m => Takes(m, call.ArgumentList.Arguments.Count)).ToList();
            bool isOfBase = call.Expression is MemberAccessExpressionSyntax { Expression: BaseExpressionSyntax };
            if ((methods.Count > 1 || isOfBase) && SymbolOf(call) is IMethodSymbol called)
            {
                methods.RemoveAll(m => !SymbolEqualityComparer.Default.Equals(isOfBase ? m : Declared(m),
                    isOfBase ? called.OriginalDefinition : Declared(called)));
            }
            return methods.SelectMany(m => Declarations.Of(m.PartialImplementationPart ?? m)).OfType<MethodDeclarationSyntax>()
                .FirstOrDefault(one => one.Body != null || one.ExpressionBody != null);
        }

        // The method that a method overrides, directly or indirectly.
        private static IMethodSymbol Declared(IMethodSymbol method) =>
            method.OverriddenMethod is { } overridden ? Declared(overridden) : method.OriginalDefinition;

        // Executes a method of the object, or a local function.
        private Content CallOwn(string name, InvocationExpressionSyntax call)
        {
            SeparatedSyntaxList<ArgumentSyntax> passed = call.ArgumentList.Arguments;
            LocalFunctionStatementSyntax? local = null;
            bool isLocal = call.Expression is SimpleNameSyntax && _frame.Functions.TryGetValue(name, out local);
            MethodDeclarationSyntax? method = isLocal ? null : MethodOf(name, call);
            ParameterListSyntax? parameters = local?.ParameterList ?? method?.ParameterList;
            SyntaxNode? body = (SyntaxNode?)local?.Body ?? local?.ExpressionBody ?? (SyntaxNode?)method?.Body ?? method?.ExpressionBody;
            List<Content> values = ArgumentsOf(call.ArgumentList, isFollowed: body != null);
            if (body == null || parameters == null)
            {
                // Methods of other assemblies, and extension methods, may set members.
                _mayBeChanged |= call.Expression is MemberAccessExpressionSyntax || Named(name).Any(member => member is IMethodSymbol);
                return Content.OfAll(values);
            }
            var arguments = new Dictionary<string, Content>();
            string self = "";
            for (int i = 0; i < parameters.Parameters.Count; i++)
            {
                string parameter = parameters.Parameters[i].Identifier.ValueText;
                arguments[parameter] = ArgumentOf(passed, values, parameter, i);
                if (ConstructorArguments.IndexOf(passed, parameter, i) is >= 0 and var index
                    && passed[index].Expression is ThisExpressionSyntax)
                    self = parameter;
            }
            // What other methods return often only validates an argument.
            return Call(arguments, body, self, isLocal ? _frame : null) with { Computed = 0 };
        }

        // Executes a method of the object, a local function, or a setter.
        private Content Call(Dictionary<string, Content> arguments, SyntaxNode body, string self, Frame? outer)
        {
            if (++_calls > MaxCalls || ++_steps > MaxSteps || _frame.IsCalling(body))
            {
                _calls--;
                _mayBeChanged = true;
                return default;
            }
            (Frame caller, Dictionary<string, Content> locals) = (_frame, _state.Locals);
            _frame = new Frame(self, caller, body);
            if (outer == null)
                _state.Locals = new Dictionary<string, Content>();
            else
                _frame.Inherit(outer);
            // The parameter of a local function may have the name of a local variable.
            List<KeyValuePair<string, Content>> shadowed = _state.Locals.Where(one => arguments.ContainsKey(one.Key)).ToList();
            foreach (KeyValuePair<string, Content> argument in arguments)
                _state.Locals[argument.Key] = argument.Value;
            if (body is ArrowExpressionClauseSyntax arrow)
                _frame.Result = Evaluate(arrow.Expression);
            else
                Finish(Execute(body as BlockSyntax));
            Content result = _frame.Result;
            if (outer == null)
                _state.Locals = locals;
            foreach (KeyValuePair<string, Content> variable in shadowed)
                _state.Locals[variable.Key] = variable.Value;
            _frame = caller;
            _calls--;
            return result;
        }
    }
}
