using System;
using System.Collections.Generic;
using System.Linq;
using Kitbag.Generator.Model;
using Microsoft.CodeAnalysis;

namespace Kitbag.Generator.Parsing
{
    /// <content>What is added to partial types, and the symbols that generated code uses.</content>
    internal sealed partial class Parser
    {
        private readonly Dictionary<string, PartialTypeModel> _partials = new Dictionary<string, PartialTypeModel>();

        /// <summary>Adds a method to a partial type that accesses one of its members.</summary>
        public void AddPartial(INamedTypeSymbol type, Candidate candidate)
        {
            PartialMemberModel member = PartialTypes.Describe(Accessors.Called(candidate), candidate.HasHiddenGetter,
                candidate.HasHiddenSetter);
            AddPartial(type, model => model with { Members = With(model.Members, member, m => m.Name) });
        }

        /// <summary>Adds a method to a partial type that calls one of its migrations.</summary>
        public void AddMigration(INamedTypeSymbol type, IMethodSymbol method)
        {
            IMethodSymbol definition = method.OriginalDefinition;
            var added = new PartialMethodModel(method.Name, Members.Escape(method.Name), Names.InCode(definition.ReturnType),
                Names.InCode(definition.Parameters[0].Type));
            AddPartial(type, model => model with { Methods = With(model.Methods, added, m => m.Name + "(" + m.Parameter) });
        }

        /// <summary>Adds a method to a partial type that calls one of its callbacks.</summary>
        public void AddCallback(INamedTypeSymbol type, IMethodSymbol method)
        {
            PartialCallbackModel added = MarkedCallbacks.Describe(method);
            AddPartial(type, model => model with { Callbacks = With(model.Callbacks, added, m => m.Key) });
        }

        /// <summary>Adds a field to a class that holds unknown members.</summary>
        public void AddUnknownStore(INamedTypeSymbol type) => AddPartial(type, model => model with { HasUnknownStore = true });

        /// <summary>Records the warnings that the compiler reports for a method that generated code calls.</summary>
        public void NoteCall(IMethodSymbol method) => _warnings.NoteCall(method);

        private void AddPartial(INamedTypeSymbol type, Func<PartialTypeModel, PartialTypeModel> add)
        {
            PartialTypeModel model = PartialTypes.Describe(type);
            _partials[model.Key] = add(_partials.TryGetValue(model.Key, out PartialTypeModel known) ? known : model);
        }

        private static EquatableArray<T> With<T>(EquatableArray<T> all, T added, Func<T, string> order)
            where T : IEquatable<T> =>
            all.Contains(added) ? all : new EquatableArray<T>(all.Append(added).OrderBy(order, StringComparer.Ordinal).ToArray());
    }
}
