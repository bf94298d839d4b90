using System;
using System.Collections.Generic;
using System.Linq;
using System.Runtime.CompilerServices;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Syntax;

namespace Kitbag.Generator.Parsing
{
    /// <summary>
    /// Where the arguments of a constructor go: its source is executed with parameters in place of values, with the initializers of the
    /// type, the constructors, methods, and setters of the object that it calls. Branches are executed one after the other, loops once.
    /// </summary>
    internal sealed partial class ArgumentFlow
    {
        // Longer chains of calls are not followed, nor is more code executed.
        private const int MaxCalls = 16, MaxSteps = 4_000;

        private static readonly ConditionalWeakTable<IMethodSymbol, ArgumentFlow> s_known =
            new ConditionalWeakTable<IMethodSymbol, ArgumentFlow>();

        private readonly INamedTypeSymbol? _type;
        private readonly Dictionary<string, ulong> _bits = new Dictionary<string, ulong>();
        private readonly Dictionary<string, string> _fields = new Dictionary<string, string>();

        // What was passed to the constructor of a compiled class, which may assign it to members.
        private readonly List<Content> _passed = new List<Content>();

        // The members that functions may set later.
        private readonly HashSet<string> _later = new HashSet<string>();

        // Whether code that is not followed may set members.
        private bool _mayBeChanged;
        private State _state = new State();
        private Frame _frame = new Frame("");
        private int _calls;
        private int _steps;

        private ArgumentFlow(IMethodSymbol constructor)
        {
            _type = constructor.ContainingType;
            var arguments = new Dictionary<string, Content>();
            foreach (IParameterSymbol parameter in constructor.Parameters)
            {
                _bits[parameter.Name] = 1UL << Math.Min(parameter.Ordinal, 63);
                arguments[parameter.Name] = OfParameter(parameter.Name) with { IsSet = IsSet(parameter.Type.Name) };
            }
            Run(constructor, arguments);
        }

        private ArgumentFlow(string name)
        {
            _bits[name] = 1;
            _state.Locals[name] = _state.Members[name] = OfParameter(name);
        }

        /// <param name="constructor">A constructor, possibly one without source.</param>
        public static ArgumentFlow Of(IMethodSymbol constructor) =>
            s_known.GetValue(constructor.OriginalDefinition, c => new ArgumentFlow(c));

        /// <inheritdoc cref="Of(IMethodSymbol)"/>
        /// <param name="parameter">A parameter of a constructor.</param>
        public static ArgumentFlow Of(IParameterSymbol parameter) => Of((IMethodSymbol)parameter.ContainingSymbol);

        /// <summary>Whether an expression is computed from a variable by operations that are not idempotent.</summary>
        public static bool IsComputedOf(ExpressionSyntax value, string variable) =>
            new ArgumentFlow(variable).Evaluate(value).Computed != 0;

        /// <summary>Whether what a getter returns is computed from a member by operations that are not idempotent.</summary>
        /// <param name="getter">The body of the getter.</param>
        /// <param name="member">A field or property of its object, or the keyword <c>field</c>.</param>
        public static bool ReturnsComputed(SyntaxNode getter, string member)
        {
            // The oldest compiler has no type for the keyword; others have one for which there is no case.
            SyntaxNode body = getter.ReplaceNodes(getter.DescendantNodes().OfType<ExpressionSyntax>().Where(SetterCode.IsField),
                (_, _) => SyntaxFactory.IdentifierName("field"));
            return new ArgumentFlow(member).Call(new Dictionary<string, Content>(), body, "", null).Computed != 0;
        }

        /// <summary>What the constructor leaves in a member; null if the source does not show it.</summary>
        public Content? In(ISymbol member)
        {
            string field = FieldOf(member.Name);
            if (!_state.Members.TryGetValue(field, out Content content))
                return null;
            return _later.Contains(field) ? content.Limited() : content;
        }

        /// <summary>
        /// Whether all code was followed that may set members: the object was not passed to other code, and no jump left a loop.
        /// </summary>
        public bool IsCertain => !_mayBeChanged && _steps <= MaxSteps;

        /// <summary>Whether a member is exactly the argument, null included if that is a value of the member.</summary>
        public bool Keeps(IParameterSymbol parameter, ISymbol member) => In(member) is { } content && content.Unchanged == parameter.Name
            && content.Computed == 0 && (content.Null == NullContent.Kept || !Nullability.MayBeNull(member));

        /// <summary>Whether a member is computed from the argument by operations that are not idempotent.</summary>
        public bool Computes(IParameterSymbol parameter, ISymbol member)
        {
            ulong bit = _bits[parameter.Name];
            if (In(member) is { } content)
                return (content.Computed & bit) != 0;
            // If a compiled class gets the argument itself, it probably assigns that.
            return !_passed.Any(one => one.Unchanged == parameter.Name) && _passed.Any(one => (one.Computed & bit) != 0)
                && IsInherited(member);
        }

        /// <summary>Whether a member depends on the argument.</summary>
        public bool Uses(IParameterSymbol parameter, ISymbol member) =>
            In(member) is not { } content || (content.Uses & _bits[parameter.Name]) != 0;

        /// <summary>Whether a member depends on other arguments than a certain one.</summary>
        public bool UsesOthers(IParameterSymbol? parameter, ISymbol member) => In(member) is { } content && (!IsCertain
            || (content.Uses & ~(parameter == null ? 0 : _bits[parameter.Name])) != 0);

        /// <summary>Whether the constructor adds to the list that it takes, which setting a member to that list does not undo.</summary>
        public bool AddsTo(IParameterSymbol parameter) => (_state.Grown & _bits[parameter.Name]) != 0;

        /// <summary>
        /// Whether an edit of the body of a constructor may change the result: it does more than assign parameters and constants.
        /// </summary>
        public static bool DependsOnBody(ConstructorDeclarationSyntax constructor) => constructor.ParameterList.Parameters.Count != 0
            && (constructor.Initializer?.ArgumentList.Arguments.Any(argument => !IsPlain(argument.Expression)) == true
                || constructor.ExpressionBody is { Expression: not AssignmentExpressionSyntax }
                || constructor.Body?.Statements.All(statement =>
                    statement is ExpressionStatementSyntax { Expression: AssignmentExpressionSyntax }) == false
                || constructor.DescendantNodes().OfType<AssignmentExpressionSyntax>().Any(assignment =>
                    !assignment.IsKind(SyntaxKind.SimpleAssignmentExpression) || !IsPlain(assignment.Right)));

        private static bool IsPlain(ExpressionSyntax value) => value switch
        {
            BaseObjectCreationExpressionSyntax creation => creation.ArgumentList?.Arguments.Count is null or 0
                && creation.Initializer == null,
            TupleExpressionSyntax tuple => tuple.Arguments.All(argument => IsPlain(argument.Expression)),
            _ => value is IdentifierNameSyntax or LiteralExpressionSyntax,
        };

        private static bool IsSet(string type) => type.Contains("Set");

        private Content OfParameter(string name) => new Content
        {
            Uses = _bits[name],
            Unchanged = name,
            Null = NullContent.Kept,
        };

        // Whether a base class that is not in source may have the member.
        private bool IsInherited(ISymbol member) => _type?.BaseType is { } type && Members.Named(type, member.Name).Any();

        private void Run(IMethodSymbol constructor, Dictionary<string, Content> arguments)
        {
            INamedTypeSymbol type = constructor.ContainingType;
            if (type.SpecialType is SpecialType.System_Object or SpecialType.System_ValueType)
                return;
            if (++_calls > MaxCalls || ++_steps > MaxSteps || type.DeclaringSyntaxReferences.Length == 0)
            {
                _passed.AddRange(arguments.Values);
            }
            else
            {
                Frame outer = _frame;
                Dictionary<string, Content> locals = _state.Locals;
                _frame = new Frame("");
                SyntaxNode? declaration = Declarations.Of(constructor).FirstOrDefault(one =>
                    one is TypeDeclarationSyntax or ConstructorDeclarationSyntax { Body: not null } or ConstructorDeclarationSyntax
                    {
                        ExpressionBody: not null,
                    });
                bool isPrimary = declaration is TypeDeclarationSyntax;
                var code = declaration as ConstructorDeclarationSyntax;
                _state.Locals = isPrimary ? arguments : new Dictionary<string, Content>();
                if (!code?.Initializer.IsKind(SyntaxKind.ThisConstructorInitializer) ?? true)
                    Initialize(type, isPrimary ? arguments : null);
                _state.Locals = arguments;
                RunCalled(constructor, declaration == null ? null : ConstructorArguments.PassedOn(declaration));
                if (code?.Body != null)
                    Finish(Execute(code.Body));
                else if (code?.ExpressionBody != null)
                    Evaluate(code.ExpressionBody.Expression);
                _frame = outer;
                _state.Locals = locals;
            }
            _calls--;
        }

        // Sets the fields and automatic properties of a type to the values of their initializers, or to their defaults.
        private void Initialize(INamedTypeSymbol type, Dictionary<string, Content>? primary)
        {
            foreach (TypeDeclarationSyntax part in Declarations.Of(type).OfType<TypeDeclarationSyntax>())
            {
                // The compiler declares the properties of positional records.
                if (primary != null && part is RecordDeclarationSyntax { ParameterList: { } properties })
                {
                    foreach (ParameterSyntax property in properties.Parameters)
                    {
                        string name = property.Identifier.ValueText;
                        if (!DeclaredIn(type, name) && primary.TryGetValue(name, out Content value))
                            _state.Members[name] = value;
                    }
                }
                foreach (MemberDeclarationSyntax member in part.Members)
                {
                    if (member.Modifiers.Any(SyntaxKind.StaticKeyword) || member.Modifiers.Any(SyntaxKind.ConstKeyword))
                        continue;
                    if (member is PropertyDeclarationSyntax { ExpressionBody: null } property)
                        Initialize(property.Identifier.ValueText, property.Type, property.Initializer);
                    foreach (VariableDeclaratorSyntax field in (member as FieldDeclarationSyntax)?.Declaration.Variables ?? default)
                        Initialize(field.Identifier.ValueText, ((FieldDeclarationSyntax)member).Declaration.Type, field.Initializer);
                }
            }
        }

        private void Initialize(string member, TypeSyntax type, EqualsValueClauseSyntax? initializer)
        {
            // The field behind a property is initialized by its own declaration.
            if (initializer == null && FieldOf(member) != member)
                return;
            Content value = initializer == null ? Content.Default : Evaluate(initializer.Value);
            _state.Members[FieldOf(member)] = value with { IsSet = value.IsSet || IsSet(type.ToString()) };
        }

        private IEnumerable<ISymbol> Named(string member) =>
            _type == null ? Enumerable.Empty<ISymbol>() : Members.Named(_type.OriginalDefinition, member).Where(one => !one.IsStatic);

        private static bool DeclaredIn(INamedTypeSymbol type, string property) => type.GetMembers(property).SelectMany(Declarations.Of)
            .Any(declaration => declaration is PropertyDeclarationSyntax or VariableDeclaratorSyntax);

        // Executes the constructor that one calls first, or all that it may call, according to the number of their parameters.
        private void RunCalled(IMethodSymbol constructor, BaseArgumentListSyntax? passed)
        {
            INamedTypeSymbol type = constructor.ContainingType;
            INamedTypeSymbol? called = passed != null && passed.Parent.IsKind(SyntaxKind.ThisConstructorInitializer) ? type : type.BaseType;
            if (called == null)
                return;
            SeparatedSyntaxList<ArgumentSyntax> list = passed?.Arguments ?? default;
            List<Content> values = list.Select(argument => Evaluate(argument.Expression)).ToList();
            List<IMethodSymbol> possible = called.OriginalDefinition.InstanceConstructors
                .Where(c => !SymbolEqualityComparer.Default.Equals(c, constructor) && !IsCopy(c) && Takes(c, values.Count))
                .ToList();
            if (possible.Count != 1 && passed?.Parent is { } call && SymbolOf(call) is IMethodSymbol chosen)
                possible = new List<IMethodSymbol> { chosen.OriginalDefinition };
            State before = _state;
            State? after = null;
            foreach (IMethodSymbol one in possible)
            {
                _state = before.Clone();
                var arguments = new Dictionary<string, Content>();
                foreach (IParameterSymbol parameter in one.Parameters)
                {
                    arguments[parameter.Name] = parameter.HasExplicitDefaultValue
                        && ConstructorArguments.IndexOf(list, parameter.Name, parameter.Ordinal) < 0
                        ? Constant(parameter.ExplicitDefaultValue) : ArgumentOf(list, values, parameter.Name, parameter.Ordinal);
                }
                Run(one, arguments);
                after = after == null ? _state : State.Either(after, _state);
            }
            _state = after ?? before;
        }

        // What a call calls, which the compiler is asked for only if there are several candidates.
        private ISymbol? SymbolOf(SyntaxNode call) => _type?.ContainingAssembly is ISourceAssemblySymbol { Compilation: var compilation }
            && compilation.ContainsSyntaxTree(call.SyntaxTree) ? compilation.ModelOf(call.SyntaxTree).GetSymbolInfo(call).Symbol : null;

        private static bool Takes(IMethodSymbol method, int arguments) =>
            (method.Parameters.Length >= arguments || method.Parameters.LastOrDefault()?.IsParams == true)
            && method.Parameters.Count(p => !p.IsOptional && !p.IsParams) <= arguments;

        // The constructor by which the compiler copies a record.
        private static bool IsCopy(IMethodSymbol constructor) => constructor is { IsImplicitlyDeclared: true, Parameters: { Length: 1 } };

        // The name under which the content of a member is known: that of the field behind a property.
        private string FieldOf(string member)
        {
            if (_fields.TryGetValue(member, out string known))
                return known;
            string field = Named(member).OfType<IPropertySymbol>().FirstOrDefault() is { } property
                ? SetterCode.BackingField(property) : "";
            return _fields[member] = field.Length != 0 && Named(field).Any(one => one is IFieldSymbol) ? field : member;
        }
    }
}
