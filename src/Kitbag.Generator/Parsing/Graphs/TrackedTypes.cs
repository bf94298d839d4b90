using System;
using System.Collections.Generic;
using System.Linq;
using Kitbag.Generator.Model;

namespace Kitbag.Generator.Parsing
{
    /// <summary>
    /// Determines which classes are tracked: those that can reach themselves, and those with an attribute. Their objects are stored once
    /// each and referred to, so that recursion through values always ends. Determined once all types are described.
    /// </summary>
    internal sealed class TrackedTypes
    {
        private readonly Dictionary<string, TypeModel> _types;
        private readonly HashSet<string> _tracked = new HashSet<string>(), _copied = new HashSet<string>();

        private TrackedTypes(IEnumerable<TypeModel> types)
        {
            _types = types.ToDictionary(type => type.Key);
        }

        /// <summary>Groups of types that reach themselves without any class on the cycle that could be tracked.</summary>
        public List<List<TypeModel>> Endless { get; private set; } = new List<List<TypeModel>>();

        /// <summary>Determines the tracked classes among described types.</summary>
        public static TrackedTypes Among(IEnumerable<TypeModel> types)
        {
            var all = new TrackedTypes(types);
            foreach (TypeModel type in all._types.Values.Where(type => type.Tracked == true && IsClass(type)))
                all._tracked.Add(type.Key);
            if (all.Find(_ => true).Count == 0)
                return all;
            // A user-defined surrogate must be complete before its value can be created, so it must not be part of a cycle through that
            // value.
            var stored = new HashSet<string>(all._types.Values.Where(type => type.IsConverted).Select(type => type.Stored));
            foreach (bool isChosen in new[] { false, true })
            {
                all.Track(type => !type.IsConverted, type => type.IsPrinted, isChosen);
                all.Track(_ => true, type => type.IsPrinted && !stored.Contains(type.Key), isChosen);
                all.Track(_ => true, type => type.UserDefined != null, isChosen);
            }
            all.Endless = all.Find(_ => true);
            return all;
        }

        /// <summary>The user-defined collections that are tracked.</summary>
        public List<TypeModel> Collections => _types.Values.Where(type => type.UserDefined != null && _tracked.Contains(type.Key)).ToList();

        /// <summary>The completed models, in their order.</summary>
        /// <param name="name">Returns a class name for the references to a type.</param>
        public List<TypeModel> Models(Func<TypeModel, string> name)
        {
            HashSet<string> holders = Holders();
            foreach (TypeModel type in _types.Values.Where(type => holders.Contains(type.Key)).ToList())
            {
                _types[type.Key] = _tracked.Contains(type.Key)
                    ? type with
                    {
                        Reference = name(type),
                        HoldsReferences = true,
                        Slot = SlotKind.Word32,
                        SlotBytes = 4,
                        IsCopied = _copied.Contains(type.Key)
                    }
                    : type with { HoldsReferences = true };
            }
            return _types.Values.ToList();
        }

        /// <summary>Whether the objects of a type, or of any derived class of a base, are tracked.</summary>
        public bool IsTracked(string key) => _tracked.Contains(key)
            || (_types.TryGetValue(key, out TypeModel type) && type.Cases.Any(one => _tracked.Contains(one.TypeKey)));

        private static bool IsClass(TypeModel type) => !type.IsValueType && (type.IsPrinted || type.UserDefined != null);

        private List<List<TypeModel>> Find(Func<TypeModel, bool> isPassed) =>
            Cycles.Of(_types, type => !_tracked.Contains(type.Key) && isPassed(type));

        // First the classes that no attribute declares to be values. The others are stored in the same way, but each reference gets an
        // object of its own.
        private void Track(Func<TypeModel, bool> isPassed, Func<TypeModel, bool> isWanted, bool areCopied)
        {
            foreach (TypeModel type in Find(isPassed).SelectMany(cycle => cycle).SelectMany(WithCases))
            {
                if (!IsClass(type) || (type.Tracked == false) != areCopied || !isWanted(type))
                    continue;
                if (_tracked.Add(type.Key) && areCopied)
                    _copied.Add(type.Key);
            }
        }

        // If a base reaches itself, each of its concrete classes is tracked, whether or not it contains references: either all values
        // declared as the base have an identity, or none. The cases of object are independent of each other.
        private IEnumerable<TypeModel> WithCases(TypeModel type) => type.Shape == ShapeKind.Union && type.Key != "object"
            ? type.Cases.Select(one => _types[one.TypeKey]) : new[] { type };

        // Types that are references or contain any.
        private HashSet<string> Holders() => TypeUsers.Of(_types, _tracked);
    }
}
