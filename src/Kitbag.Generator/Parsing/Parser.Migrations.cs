using System.Collections.Generic;
using System.Linq;
using Kitbag.Generator.Diagnostics;
using Kitbag.Generator.Model;
using Microsoft.CodeAnalysis;

namespace Kitbag.Generator.Parsing
{
    /// <content>Migrations, which are found once the types themselves are described.</content>
    internal sealed partial class Parser
    {
        private TrackedTypes? _trackedBefore;

        /// <summary>The described type with a key; null if there is none.</summary>
        public ITypeSymbol? SymbolOf(string key) => _symbols.TryGetValue(key, out ITypeSymbol symbol) ? symbol : null;

        /// <summary>Whether the objects of a class are tracked, as far as the roots alone determine that.</summary>
        public bool IsTrackedType(string key) => (_trackedBefore ??= TrackedTypes.Among(_types)).IsTracked(key);

        // The types that migrations may return: for a base, all its concrete types.
        private HashSet<string> MigratedTypes()
        {
            var migrated = new HashSet<string>();
            var waiting = new Stack<string>();
            foreach (TypeModel type in _byKey.Values)
            {
                foreach (MigrationModel migration in type.Migrations)
                    waiting.Push(type.Members.FirstOrDefault(member => member.Name == migration.Member)?.TypeKey ?? type.Key);
            }
            while (waiting.Count != 0)
            {
                string key = waiting.Pop();
                if (!migrated.Add(key))
                    continue;
                foreach (CaseModel one in _byKey[key].Cases)
                    waiting.Push(one.TypeKey);
                if (_byKey[key].Shape == ShapeKind.Nullable)
                    waiting.Push(_byKey[key].Parts[0]);
            }
            return migrated;
        }

        // The parameter type of a migration may have migrations itself.
        private void Migrate(List<(RootModel Root, ITypeSymbol? Type)> roots, List<string> keys)
        {
            for (int i = 0; i < _types.Count; i++)
            {
                _cancellationToken.ThrowIfCancellationRequested();
                TypeModel type = _types[i];
                if (!_symbols.TryGetValue(type.Key, out ITypeSymbol symbol) || symbol is not INamedTypeSymbol named)
                    continue;
                Defects.Catch(
                    "Migrations of " + named.Name,
                    () => Migrate(roots, keys, type, named),
                    text =>
                    {
                        Report(Rules.Defect, Names.InSchema(named), Names.InSchema(named), text);
                        return false;
                    });
            }
            foreach (TypeModel type in _types.Where(type => type.Migrations.Count != 0).ToList())
            {
                if (HasCycle(type.Key))
                    ReportCircle(roots, keys, type);
            }
        }

        // Whether migrations of a type convert, directly or indirectly, from that same type.
        private bool HasCycle(string key)
        {
            var seen = new HashSet<string>();
            var waiting = new Stack<string>(new[] { key });
            while (waiting.Count != 0)
            {
                foreach (MigrationModel migration in Find(waiting.Pop()).Migrations.Where(one => one.Member.Length == 0))
                {
                    if (migration.TypeKey == key)
                        return true;
                    if (seen.Add(migration.TypeKey))
                        waiting.Push(migration.TypeKey);
                }
            }
            return false;
        }

        private void ReportCircle(List<(RootModel Root, ITypeSymbol? Type)> roots, List<string> keys, TypeModel type)
        {
            MigrationModel first = type.Migrations.First(one => one.Member.Length == 0);
            ISymbol named = _symbols[type.Key];
            (RootModel root, _) = roots.First(pair => pair.Type != null && KeyOf(pair.Type) == keys[0]);
            _findings.Begin(root.TypeId, Names.InSchema(_symbols[type.Key]));
            ReportAt(((INamedTypeSymbol)named).GetMembers(first.Method.TrimStart('@')).FirstOrDefault() ?? named, Rules.AmbiguousMigration,
                first.Name, "what it takes is made of '" + Names.InSchema(_symbols[type.Key]) + "' by another one: migrations lead from "
                    + "older types to newer ones only");
            TypeModel without = type with { Migrations = EquatableArray<MigrationModel>.Empty };
            _byKey[type.Key] = without;
            _types[_types.FindIndex(one => one.Key == type.Key)] = without;
        }

        private bool Migrate(List<(RootModel Root, ITypeSymbol? Type)> roots, List<string> keys, TypeModel type, INamedTypeSymbol named)
        {
            string? from = null;
            // If the declaration is not in this project, the problem is reported at a root.
            if (Migrations.AreDeclared(this, named))
                from = keys.FirstOrDefault(root => Reachable(_byKey, new List<string> { root }, isJson: true).Contains(type.Key));
            if (from == null)
                return false;
            (RootModel root, _) = roots.First(pair => pair.Type != null && KeyOf(pair.Type) == from);
            _findings.Begin(root.TypeId, Names.InSchema(named));
            EquatableArray<MigrationModel> migrations = Migrations.Of(this, named, type);
            if (migrations.Count == 0)
                return false;
            TypeModel model = type with { Migrations = migrations };
            _byKey[type.Key] = model;
            _types[_types.IndexOf(type)] = model;
            return true;
        }
    }
}
