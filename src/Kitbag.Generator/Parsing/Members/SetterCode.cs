using System.Collections.Generic;
using System.Linq;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Syntax;

namespace Kitbag.Generator.Parsing
{
    /// <summary>
    /// Which fields and properties of its object the setter of a property, or all methods and accessors of a type, set and use, as far as
    /// the source shows it.
    /// </summary>
    internal sealed class SetterCode
    {
        // The methods of collections, and of StringBuilder, that change them.
        private static readonly HashSet<string> s_changing = new HashSet<string>
        {
            "Add", "AddFirst", "AddLast", "AddOrUpdate", "AddRange", "Append", "AppendFormat", "AppendJoin", "AppendLine", "Clear",
            "Dequeue", "Enqueue", "ExceptWith", "Insert", "InsertRange", "IntersectWith", "Pop", "Push", "Remove", "RemoveAll",
            "RemoveAt", "RemoveFirst", "RemoveLast", "RemoveRange", "RemoveWhere", "Reverse", "Sort", "SymmetricExceptWith", "TryAdd",
            "UnionWith",
        };

        // The members by which elements are added to a collection, those that override methods of Collection<T> included.
        private static readonly HashSet<string> s_adding = new HashSet<string>
        {
            "Add", "AddItem", "Insert", "InsertItem", "Item", "SetItem",
        };

        private readonly INamedTypeSymbol _type;
        private readonly HashSet<SyntaxNode> _seen = new HashSet<SyntaxNode>();

        // The parameter that refers to the object in a static method; otherwise empty.
        private string _self = "";

        private SetterCode(INamedTypeSymbol type)
        {
            _type = type;
        }

        /// <summary>The names of what it sets, also by way of methods and other setters.</summary>
        public HashSet<string> Set { get; } = new HashSet<string>();

        /// <summary>The names of what it sets to a value that is not written as null, also by way of methods and other setters.</summary>
        public HashSet<string> SetToValue { get; } = new HashSet<string>();

        /// <summary>The names of collections and other objects whose content it changes: <c>Items.Clear()</c>.</summary>
        public HashSet<string> Changed { get; } = new HashSet<string>();

        /// <summary>The names of what it uses, also by way of methods and getters, and of what it sets.</summary>
        public HashSet<string> Used { get; } = new HashSet<string>();

        /// <summary>Examines the setter of a property.</summary>
        /// <param name="type">The type of the object.</param>
        /// <param name="property">The name of the property.</param>
        public static SetterCode Of(INamedTypeSymbol type, string property)
        {
            var code = new SetterCode(type);
            code.Follow(property, Setter);
            return code;
        }

        /// <summary>Examines code of a type, such as that of constructors.</summary>
        /// <param name="type">The type of the object.</param>
        /// <param name="bodies">The code.</param>
        public static SetterCode Of(INamedTypeSymbol type, IEnumerable<SyntaxNode> bodies)
        {
            var code = new SetterCode(type);
            code.ScanNew(bodies);
            return code;
        }

        /// <summary>
        /// The names of the objects that may contain the value of a property: those whose content the setter changes and that the getter
        /// uses. A setter may also change others: it empties a cache, or what belongs to the old value.
        /// </summary>
        /// <inheritdoc cref="Of(INamedTypeSymbol, string)" path="/param"/>
        public static IEnumerable<string> ContainersOf(INamedTypeSymbol type, string property) =>
            Of(type, property).Changed.Where(OfGetter(type, property).Used.Contains);

        /// <summary>The names of what the setter of a property sets and its getter uses, also by way of methods.</summary>
        /// <inheritdoc cref="Of(INamedTypeSymbol, string)" path="/param"/>
        public static IEnumerable<string> RestoredBy(INamedTypeSymbol type, string property) =>
            Of(type, property).Set.Where(OfGetter(type, property).Used.Contains);

        private static SetterCode OfGetter(INamedTypeSymbol type, string property)
        {
            var code = new SetterCode(type);
            code.Follow(property, GetterOrMethod);
            return code;
        }

        /// <summary>The names of the members that methods and accessors set or change after an object was created.</summary>
        /// <param name="type">The type, without its base classes.</param>
        public static HashSet<string> ChangedAfterCreation(INamedTypeSymbol type)
        {
            SetterCode code = Of(type, type.GetMembers().SelectMany(Declarations.Of).SelectMany(BodiesAfterCreation));
            code.Changed.UnionWith(code.Set);
            return code.Changed;
        }

        /// <summary>
        /// The names of the members of a collection that adding elements restores: those that the methods that add change, and those that
        /// contain the elements, because they are enumerated.
        /// </summary>
        /// <param name="type">The collection.</param>
        public static HashSet<string> RestoredByAdding(INamedTypeSymbol type)
        {
            SetterCode adding = OfMembers(type, s_adding.Contains);
            HashSet<string> restored = UsedToEnumerate(type);
            restored.UnionWith(adding.Set);
            restored.UnionWith(adding.Changed);
            return restored;
        }

        /// <summary>The names of the members that the enumerator of a collection uses.</summary>
        public static HashSet<string> UsedToEnumerate(INamedTypeSymbol type) => OfMembers(type, name => name == "GetEnumerator").Used;

        // Examines methods, and indexers, whose name is Item. Explicit implementations have the name of the interface before their own.
        private static SetterCode OfMembers(INamedTypeSymbol type, System.Func<string, bool> isNamed)
        {
            var code = new SetterCode(type);
            for (INamedTypeSymbol? t = type; t != null; t = t.BaseType)
            {
                code.ScanNew(t.GetMembers()
                    .Where(m => isNamed(m is IPropertySymbol { IsIndexer: true } ? "Item" : m.Name.Substring(m.Name.LastIndexOf('.') + 1)))
                    .SelectMany(Declarations.Of).Where(d => d is MethodDeclarationSyntax or IndexerDeclarationSyntax));
            }
            return code;
        }

        // Disposal ends the life of an object, so what it clears is not a change of its state.
        private static IEnumerable<SyntaxNode> BodiesAfterCreation(SyntaxNode declaration) => declaration switch
        {
            MethodDeclarationSyntax { Identifier: { ValueText: "Dispose" or "DisposeAsync" } } => Enumerable.Empty<SyntaxNode>(),
            MethodDeclarationSyntax method => new[] { method },
            PropertyDeclarationSyntax { ExpressionBody: { } body } => new[] { body },
            BasePropertyDeclarationSyntax { AccessorList: { } accessors } => new[] { accessors },
            IndexerDeclarationSyntax { ExpressionBody: { } body } => new[] { body },
            _ => Enumerable.Empty<SyntaxNode>(),
        };

        /// <summary>The field that the getter of a property returns, or to which its setter assigns the value; otherwise empty.</summary>
        public static string BackingField(ISymbol member) => member is not IPropertySymbol property ? ""
            : Declarations.Of(property).OfType<PropertyDeclarationSyntax>().Select(BackingField).FirstOrDefault(name => name.Length != 0)
                ?? "";

        /// <inheritdoc cref="BackingField(ISymbol)"/>
        public static string BackingField(PropertyDeclarationSyntax declaration)
        {
            string returned = NameOf(declaration.ExpressionBody?.Expression ?? Accessors(declaration, SyntaxKind.GetAccessorDeclaration)
                .Select(getter => getter.ExpressionBody?.Expression
                    ?? (getter.Body is { Statements: { Count: 1 } only } && only[0] is ReturnStatementSyntax { Expression: { } value }
                        ? value : null))
                .FirstOrDefault());
            return returned.Length != 0 ? returned
                : Accessors(declaration, SyntaxKind.SetAccessorDeclaration, SyntaxKind.InitAccessorDeclaration)
                    .SelectMany(setter => setter.DescendantNodes().OfType<AssignmentExpressionSyntax>())
                    .Where(a => a.Right is IdentifierNameSyntax { Identifier: { ValueText: "value" } })
                    .Select(a => NameOf(a.Left)).FirstOrDefault() ?? "";
        }

        /// <summary>The expressions that the getter of a property, or a method, returns.</summary>
        public static IEnumerable<ExpressionSyntax> Returned(SyntaxNode property) => GetterOrMethod(property)
            .SelectMany(getter => getter.DescendantNodesAndSelf())
            .Select(node => node switch
            {
                ArrowExpressionClauseSyntax arrow => arrow.Expression,
                ReturnStatementSyntax returned => returned.Expression,
                _ => null,
            })
            .OfType<ExpressionSyntax>();

        /// <summary>Whether a call in a setter gives the value, or a part of it, to an object: <c>_items.AddRange(value)</c>.</summary>
        public static bool Adds(InvocationExpressionSyntax call) => s_adding.Contains(NameOfMethod(call))
            || (!NameOfMethod(call).StartsWith("Remove", System.StringComparison.Ordinal) && ConstructorArguments.Mentions(call, "value"));

        /// <summary>The name of the method that a call calls.</summary>
        public static string NameOfMethod(InvocationExpressionSyntax call) => NameOfAny(call.Expression);

        /// <summary>The names of the members that a constructor assigns something to.</summary>
        public static IEnumerable<string> AssignedBy(ConstructorDeclarationSyntax constructor) =>
            constructor.DescendantNodes().SelectMany(Targets).Select(NameOf).Where(name => name.Length != 0);

        /// <summary>The body of an accessor; null if it has none. Other code is returned as it is.</summary>
        public static SyntaxNode? BodyOf(SyntaxNode code) => code is AccessorDeclarationSyntax accessor
            ? (SyntaxNode?)accessor.Body ?? accessor.ExpressionBody : code;

        /// <summary>The setter of a property.</summary>
        public static IEnumerable<SyntaxNode> Setter(SyntaxNode declaration) => declaration is PropertyDeclarationSyntax property
            ? Accessors(property, SyntaxKind.SetAccessorDeclaration, SyntaxKind.InitAccessorDeclaration)
            : Enumerable.Empty<SyntaxNode>();

        /// <summary>The getter of a property, or a method.</summary>
        public static IEnumerable<SyntaxNode> GetterOrMethod(SyntaxNode declaration) => declaration switch
        {
            PropertyDeclarationSyntax { ExpressionBody: { } body } => new[] { body },
            PropertyDeclarationSyntax property => Accessors(property, SyntaxKind.GetAccessorDeclaration),
            MethodDeclarationSyntax method => new[] { method },
            _ => Enumerable.Empty<SyntaxNode>(),
        };

        private void Follow(string name, System.Func<SyntaxNode, IEnumerable<SyntaxNode>> part, bool isStatic = false)
        {
            for (INamedTypeSymbol? t = _type; t != null; t = t.BaseType)
            {
                ScanNew(t.GetMembers(name).Where(m => m.IsStatic == isStatic).SelectMany(Declarations.Of).SelectMany(part));
            }
        }

        private void ScanNew(IEnumerable<SyntaxNode> bodies)
        {
            foreach (SyntaxNode body in bodies)
            {
                if (_seen.Add(body))
                    Scan(body);
            }
        }

        private void Scan(SyntaxNode body)
        {
            foreach (SyntaxNode node in body.DescendantNodes())
            {
                foreach (ExpressionSyntax target in Targets(node))
                {
                    string name = NameOfMember(target);
                    if (name.Length == 0)
                    {
                        AddChanged(target);
                        continue;
                    }
                    Set.Add(name);
                    if (node is not AssignmentExpressionSyntax { Right: var value } || !CreatedMembers.IsNull(value))
                        SetToValue.Add(name);
                    Follow(name, Setter);
                }
                if (ChangedBy(node) is { } changed)
                    AddChanged(changed);
                if (node is InvocationExpressionSyntax call)
                    FollowStatic(call);
                if (node is ExpressionSyntax expression && NameOfMember(expression) is { Length: > 0 } used && Used.Add(used))
                    Follow(used, GetterOrMethod);
            }
        }

        // Local variables (out var x) and results of calls are not members.
        private void AddChanged(ExpressionSyntax content)
        {
            if (RootOf(content) is { Length: > 0 } name)
                Changed.Add(name);
        }

        // A static method of the type that is passed the object.
        private void FollowStatic(InvocationExpressionSyntax call)
        {
            int index = call.ArgumentList.Arguments.IndexOf(a => a.Expression is ThisExpressionSyntax);
            if (index < 0 || call.Expression is not IdentifierNameSyntax method)
                return;
            string outer = _self;
            Follow(method.Identifier.ValueText, declaration =>
            {
                if (declaration is not MethodDeclarationSyntax { ParameterList: { Parameters: var parameters } }
                    || index >= parameters.Count)
                    return Enumerable.Empty<SyntaxNode>();
                _self = parameters[index].Identifier.ValueText;
                return new[] { declaration };
            }, isStatic: true);
            _self = outer;
        }

        private string NameOfMember(ExpressionSyntax expression) =>
            expression is MemberAccessExpressionSyntax { Expression: IdentifierNameSyntax { Identifier: { ValueText: var self } } } access
                && self == _self ? access.Name.Identifier.ValueText : NameOf(expression);

        // Items of Items[i], of this.Items.First.Value and of (Items ??= new())[i].
        private string RootOf(ExpressionSyntax? expression)
        {
            while (expression != null && NameOfMember(expression).Length == 0)
            {
                expression = expression switch
                {
                    ElementAccessExpressionSyntax element => element.Expression,
                    MemberAccessExpressionSyntax access => access.Expression,
                    ParenthesizedExpressionSyntax inner => inner.Expression,
                    PostfixUnaryExpressionSyntax suppressed => suppressed.Operand,
                    AssignmentExpressionSyntax assignment => assignment.Left,
                    _ => null,
                };
            }
            return expression == null ? "" : NameOfMember(expression);
        }

        /// <summary>The object whose content a call changes: a collection, or a <c>StringBuilder</c>.</summary>
        public static ExpressionSyntax? ChangedBy(SyntaxNode node) => node switch
        {
            InvocationExpressionSyntax { Expression: MemberAccessExpressionSyntax access }
                when s_changing.Contains(access.Name.Identifier.ValueText) => access.Expression,
            ConditionalAccessExpressionSyntax
            {
                WhenNotNull: InvocationExpressionSyntax { Expression: MemberBindingExpressionSyntax binding }
            } conditional when s_changing.Contains(binding.Name.Identifier.ValueText) => conditional.Expression,
            _ => null,
        };

        /// <summary>What a node assigns something to, or changes in another way.</summary>
        public static IEnumerable<ExpressionSyntax> Targets(SyntaxNode node) => node switch
        {
            AssignmentExpressionSyntax { Left: TupleExpressionSyntax tuple } => tuple.Arguments.Select(a => a.Expression),
            AssignmentExpressionSyntax { Parent: not InitializerExpressionSyntax } assignment => new[] { assignment.Left },
            PrefixUnaryExpressionSyntax one when IsIncrement(one) => new[] { one.Operand },
            PostfixUnaryExpressionSyntax one when IsIncrement(one) => new[] { one.Operand },
            ArgumentSyntax argument when argument.RefKindKeyword.Kind() is SyntaxKind.RefKeyword or SyntaxKind.OutKeyword =>
                new[] { argument.Expression },
            // A local variable by which the value may be changed: ref var mass = ref Mass.
            RefExpressionSyntax { Parent: EqualsValueClauseSyntax } reference => new[] { reference.Expression },
            _ => Enumerable.Empty<ExpressionSyntax>(),
        };

        /// <summary>Whether an expression is an increment or decrement.</summary>
        public static bool IsIncrement(ExpressionSyntax expression) => expression.Kind() is SyntaxKind.PreIncrementExpression
            or SyntaxKind.PreDecrementExpression or SyntaxKind.PostIncrementExpression or SyntaxKind.PostDecrementExpression;

        /// <summary>The name of a member of the object itself; otherwise empty.</summary>
        public static string NameOf(ExpressionSyntax? expression) => expression switch
        {
            SimpleNameSyntax name => name.Identifier.ValueText,
            MemberAccessExpressionSyntax { Expression: ThisExpressionSyntax or BaseExpressionSyntax } access =>
                access.Name.Identifier.ValueText,
            _ => "",
        };

        /// <summary>The name of a member of whatever object; otherwise empty.</summary>
        public static string NameOfAny(ExpressionSyntax expression) =>
            (expression is MemberAccessExpressionSyntax access ? access.Name : expression as SimpleNameSyntax)?.Identifier.ValueText ?? "";

        /// <summary>Whether an expression is the keyword <c>field</c>, for which the oldest compiler has no type of its own.</summary>
        public static bool IsField(ExpressionSyntax expression) =>
            expression is not (SimpleNameSyntax or LiteralExpressionSyntax) && expression.ToString() == "field";

        private static IEnumerable<AccessorDeclarationSyntax> Accessors(PropertyDeclarationSyntax property, params SyntaxKind[] kinds) =>
            property.AccessorList?.Accessors.Where(accessor => kinds.Contains(accessor.Kind()))
                ?? Enumerable.Empty<AccessorDeclarationSyntax>();
    }
}
