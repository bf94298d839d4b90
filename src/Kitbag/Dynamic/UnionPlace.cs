using System;
using Kitbag.Schema;

namespace Kitbag.Dynamic
{
    /// <summary>The union that a value was found in, and the number of its concrete type there, from 1.</summary>
    internal readonly struct UnionPlace
    {
        private readonly SchemaType? _union;
        private readonly uint _number;

        public UnionPlace(SchemaType union, uint number)
        {
            _union = union;
            _number = number;
        }

        /// <summary>Gets the name of the concrete type in the union, or null if there is none.</summary>
        public string? Name => Case is { } one && !one.Type.IsAny ? one.Name : null;

        private SchemaMember? Case => _union == null || _number == 0 ? null : _union.MemberArray[_number - 1];

        /// <summary>
        /// Returns whether two values are of different concrete types although the types have the same name, as classes in two namespaces
        /// may. If only one of the documents knows both, the other one may name its type without the namespace.
        /// </summary>
        public static bool AreOther(UnionPlace first, UnionPlace second) => first.Name is { } name && second.Name is { } other
            && name != other && (first.Has(other) || second.Has(name));

        private bool Has(string name) => Array.Exists(_union!.MemberArray, m => m.Name == name);
    }
}
