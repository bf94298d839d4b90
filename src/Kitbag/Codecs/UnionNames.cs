using System;
using System.Collections.Generic;
using Kitbag.Schema;
using Kitbag.Wire;

namespace Kitbag.Codecs
{
    /// <summary>The names of a concrete type of a union.</summary>
    internal sealed class CaseNames
    {
        public CaseNames(string name, string? jsonName, string fullName, string shortName, string[] formerNames)
        {
            Name = name;
            JsonName = jsonName;
            FullName = fullName;
            ShortName = shortName;
            FormerNames = formerNames;
        }

        /// <summary>The name in the schema: the short one unless another concrete type has it as well.</summary>
        public string Name { get; }

        /// <summary>The value of <c>$type</c>; null if it is omitted.</summary>
        public string? JsonName { get; }

        /// <summary>The name with its namespace.</summary>
        public string FullName { get; }

        /// <summary>The name without its namespace, but with its containing types.</summary>
        public string ShortName { get; }

        public string[] FormerNames { get; }

        public bool IsFormer(string name) => Array.IndexOf(FormerNames, name) >= 0;

        /// <summary>Whether a name is that of the type in another namespace, or without one.</summary>
        public bool IsShort(string name) =>
            name == ShortName || IsWithin(name, ShortName) || Array.Exists(FormerNames, former => IsWithin(name, former));

        /// <summary>Whether a name is the last part of the type's name, which JSON contains if it is unambiguous.</summary>
        public bool IsLast(string name) => IsWithin(ShortName, name) && ShortName.IndexOf('<') < 0;

        private static bool IsWithin(string full, string name) =>
            full.Length > name.Length && full[full.Length - name.Length - 1] == '.' && full.EndsWith(name, StringComparison.Ordinal);
    }

    /// <summary>
    /// Finds the concrete types of a union by their names in documents. A type has its short name as long as no other type has it,
    /// otherwise its full name; so either of the two may refer to the other if it is unambiguous.
    /// </summary>
    internal sealed class UnionNames
    {
        private readonly CaseNames[] _cases;
        private readonly Dictionary<string, int> _byJsonName = new Dictionary<string, int>(StringComparer.Ordinal);
        private readonly Dictionary<string, int> _byJsonNumber = new Dictionary<string, int>(StringComparer.Ordinal);

        /// <param name="cases">The names of each type.</param>
        /// <param name="areNumbers">For each of them, whether its discriminator in JSON is a number.</param>
        public UnionNames(CaseNames[] cases, bool[] areNumbers)
        {
            _cases = cases;
            for (int i = 0; i < cases.Length; i++)
            {
                if (cases[i].JsonName is { } name)
                    (areNumbers[i] ? _byJsonNumber : _byJsonName).Add(name, i);
            }
        }

        /// <summary>The concrete type for each type of a document; -1 if there is none, or if there are several.</summary>
        public int[] Match(SchemaMember[] writers)
        {
            var targets = new int[writers.Length];
            var isTaken = new bool[_cases.Length];
            for (int i = 0; i < targets.Length; i++)
            {
                targets[i] = Exact(writers[i].Name, writers);
                if (targets[i] >= 0)
                    isTaken[targets[i]] = true;
            }
            // A type that matches a name of the document exactly is not used for another name.
            var shorts = new int[targets.Length];
            var wanted = new int[_cases.Length];
            for (int i = 0; i < targets.Length; i++)
            {
                shorts[i] = targets[i] >= 0 ? -1 : Only(_cases, (names, at) => !isTaken[at] && names.IsShort(writers[i].Name));
                if (shorts[i] >= 0)
                    wanted[shorts[i]]++;
            }
            for (int i = 0; i < targets.Length; i++)
            {
                if (shorts[i] >= 0 && wanted[shorts[i]] == 1)
                    targets[i] = shorts[i];
            }
            return targets;
        }

        /// <summary>The concrete type of an object in a document; -1 if there is none, or if there are several.</summary>
        public int Find(string name) => Match(new[] { new SchemaMember(name, SchemaType.BuiltIn(SchemaKind.Boolean)) })[0];

        private int Exact(string name, SchemaMember[] writers)
        {
            int index = Array.FindIndex(_cases, c => c.Name == name);
            if (index < 0)
                index = Array.FindIndex(_cases, c => c.FullName == name);
            // The short name of other types is the full name of a type without a namespace: it is used if the document distinguishes them.
            if (index >= 0 && Array.FindIndex(_cases, c => c.ShortName == name && c != _cases[index]) >= 0
                && !Array.Exists(writers, other => other.Name != name && _cases[index].IsShort(other.Name)))
                index = -1;
            return index >= 0 ? index : Array.FindIndex(_cases, c => c.IsFormer(name));
        }

        /// <summary>
        /// The concrete type that <c>$type</c> refers to; -1 if there is none, or if there are several. Newtonsoft.Json writes the name of
        /// the assembly as well, and separates containing types by a plus sign: <c>Game.Shop+Item, Game</c>.
        /// </summary>
        public int FindJson(string name, bool isNumber)
        {
            int index = FindJsonName(name, isNumber), end = name.IndexOf(',');
            return index >= 0 || end < 0 ? index : FindJsonName(name.Substring(0, end).Replace('+', '.'), isNumber);
        }

        private int FindJsonName(string name, bool isNumber)
        {
            // Older texts have the other form.
            if ((isNumber ? _byJsonNumber : _byJsonName).TryGetValue(name, out int index)
                || (isNumber ? _byJsonName : _byJsonNumber).TryGetValue(name, out index))
                return index;
            index = Array.FindIndex(_cases, c => c.Name == name || c.FullName == name);
            if (index < 0)
                index = Array.FindIndex(_cases, c => c.IsFormer(name));
            // A full name that matches no type may belong to another type with the same short name, or to a type that was moved: the text
            // contains no list of types that could tell.
            return index >= 0 ? index : Only(_cases, (names, _) => names.ShortName == name || names.IsLast(name));
        }

        /// <summary>The exception for a document that contains a type which this program does not have.</summary>
        /// <param name="r">The reader.</param>
        /// <param name="found">The name in the document.</param>
        /// <param name="union">The name of the base.</param>
        public KitbagException NoSuchCase(ref WireReader r, string found, string union) => r.Error(KitbagErrorReason.SchemaMismatch,
            "The document holds a '" + KitbagException.Cut(found) + "' where a '" + union + "' is expected; "
                + Advice(KitbagException.Cut(found)));

        /// <summary>What to do about a name that matches no type, or several.</summary>
        public string Advice(string name)
        {
            CaseNames[] all = Array.FindAll(_cases, c => c.IsShort(name) || c.IsLast(name));
            return all.Length > 1
                ? "it could be '" + all[0].FullName + "' or '" + all[1].FullName + "'. Give the one that it was [KitbagFormerName(\"" + name
                    + "\")]."
                : "this program has no such type. If it has another name now, give it [KitbagFormerName].";
        }

        private static int Only(CaseNames[] cases, Func<CaseNames, int, bool> wanted)
        {
            int only = -1;
            for (int i = 0; i < cases.Length; i++)
            {
                if (!wanted(cases[i], i))
                    continue;
                if (only >= 0)
                    return -1;
                only = i;
            }
            return only;
        }
    }
}
