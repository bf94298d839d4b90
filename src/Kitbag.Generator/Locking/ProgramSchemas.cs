using System;
using System.Collections.Generic;
using System.Linq;
using Kitbag.Generator.Model;
using Kitbag.Schema;
using Kitbag.Schemas;

namespace Kitbag.Generator.Locking
{
    /// <summary>The current schemas of a program, with information that only the program has about its types.</summary>
    internal sealed class ProgramSchemas : IReaderAttributes
    {
        private readonly SchemaBuilder _builder;

        /// <summary>Creates the schemas.</summary>
        /// <param name="assembly">What the project serializes.</param>
        /// <param name="withJson">Whether with notes about JSON.</param>
        public ProgramSchemas(AssemblyModel assembly, bool withJson = false)
        {
            _builder = new SchemaBuilder(assembly);
            var roots = new List<SchemaType>();
            var leftOut = new List<string>();
            foreach (string key in assembly.Roots)
            {
                if (_builder.Of(key) is { } root)
                    roots.Add(root);
                else
                    leftOut.Add(key.Replace("global::", ""));
            }
            LeftOut = leftOut;
            // The types that migrations convert from have attributes as well.
            foreach (MigrationModel migration in assembly.Types.SelectMany(type => type.Migrations))
                _builder.Of(migration.TypeKey);
            var notes = new SchemaNotes();
            foreach (KeyValuePair<SchemaType, TypeModel> made in _builder.Made)
            {
                Note(notes, made.Key, made.Value);
                if (withJson && JsonNotesBuilder.Of(made.Value, _builder) is { IsEmpty: false } json)
                    notes.Json[made.Key] = json;
            }
            Form = SchemaForm.Of(roots, notes);
        }

        /// <summary>The schemas.</summary>
        public SchemaForm Form { get; }

        /// <summary>The roots for which it is unknown how some reachable type is stored.</summary>
        public List<string> LeftOut { get; }

        /// <summary>The model of a type; null if there is none.</summary>
        public TypeModel? ModelOf(SchemaType? type) => _builder.ModelOf(type);

        /// <summary>The declaration id of a type; empty if it is not declared in the project.</summary>
        public string SymbolOf(string key) => _builder.SymbolOf(key);

        /// <summary>
        /// The declaration id of the type that a line of a lock file describes, otherwise of the first type that the project declares;
        /// empty if it declares none.
        /// </summary>
        /// <param name="lines">The lock file of the program.</param>
        /// <param name="line">The line, which may be after the last one.</param>
        public string SymbolAt(string[] lines, int line)
        {
            line = Math.Min(line, lines.Length - 1);
            while (line > 0 && lines[line].StartsWith(" ", StringComparison.Ordinal))
                line--;
            // "tracked class Game.Saves::Hero", "enum Rarity : int".
            string[] words = lines[line].Replace("::", ".").Split(' ');
            List<string> declared = _builder.Made.Select(made => made.Value.Locked?.Symbol ?? "").Where(symbol => symbol.Length != 0)
                .OrderBy(symbol => symbol, StringComparer.Ordinal).ToList();
            return declared.Find(symbol => words.Contains(symbol.Substring("T:".Length))) ?? declared.FirstOrDefault() ?? "";
        }

        /// <summary>The model of a type.</summary>
        /// <param name="key">Its key.</param>
        public TypeModel? ModelOf(string key) => _builder.ModelOf(key);

        /// <inheritdoc/>
        public bool IsRequired(SchemaType owner, string member) => Form.Notes.IsRequired(owner, member);

        /// <inheritdoc/>
        public IEnumerable<string> FormerNames(SchemaType owner, string member) => Form.Notes.FormerNames(owner, member)
            .Concat(ModelOf(owner)?.Migrations.Where(one => one.Member == member && one.From.Length != 0).Select(one => one.From)
                ?? Enumerable.Empty<string>())
            .Concat(FullNames(ModelOf(owner), member));

        // Documents contain the full name of a derived type if another one with that name existed.
        private static IEnumerable<string> FullNames(TypeModel? owner, string member) => owner == null ? Enumerable.Empty<string>()
            : owner.Cases.Where(one => one.Name == member && one.FullName != member).Select(one => one.FullName);

        /// <inheritdoc/>
        public IEnumerable<SchemaType> MigratedFrom(SchemaType owner, string member)
        {
            TypeModel? model = ModelOf(owner);
            if (model == null)
                return Enumerable.Empty<SchemaType>();
            return model.Migrations.Where(one => one.Member == member).Select(one => _builder.Of(one.TypeKey))
                .Where(type => type != null).Select(type => type!);
        }

        private static void Note(SchemaNotes notes, SchemaType type, TypeModel model)
        {
            if (model.Locked is { Namespace: { Length: not 0 } space })
                notes.Qualify(type, space);
            if (model.UserDefined != null && model.IsTracked)
                notes.Label(type, model.Code.Replace("global::", ""));
            foreach (MemberModel member in model.Members)
            {
                if (member.IsRequired)
                    notes.Require(type, member.Name);
                foreach (string former in member.FormerNames)
                    notes.Former(type, member.Name, former);
            }
            foreach (CaseModel one in model.Cases)
            {
                foreach (string former in one.FormerNames)
                    notes.Former(type, one.Name, former);
            }
            // Each name precedes its former name.
            EquatableArray<string> names = model.Enum?.FormerNames ?? EquatableArray<string>.Empty;
            for (int i = 0; i < names.Count; i += 2)
                notes.Former(type, names[i], names[i + 1]);
        }
    }
}
