using System;
using System.Collections.Generic;
using Kitbag.Schema;
using Kitbag.Wire;

namespace Kitbag.Codecs
{
    /// <summary>The names of a union's concrete type.</summary>
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

        /// <summary>The name in the schema: the short one unless another concrete type has the same.</summary>
        public string Name { get; }

        /// <summary>What <c>$type</c> says; null where it is left out.</summary>
        public string? JsonName { get; }

        /// <summary>The name with its namespace.</summary>
        public string FullName { get; }

        /// <summary>The name without its namespace, but with the types around it.</summary>
        public string ShortName { get; }

        public string[] FormerNames { get; }

        public bool IsFormer(string name) => Array.IndexOf(FormerNames, name) >= 0;

        /// <summary>Whether a name is that of the type in another namespace, or without one.</summary>
        public bool IsShort(string name) =>
            name == ShortName || IsWithin(name, ShortName) || Array.Exists(FormerNames, former => IsWithin(name, former));

        /// <summary>Whether a name is the last part of the type's name: all that JSON says where that is enough.</summary>
        public bool IsLast(string name) => IsWithin(ShortName, name) && ShortName.IndexOf('<') < 0;

        private static bool IsWithin(string full, string name) =>
            full.Length > name.Length && full[full.Length - name.Length - 1] == '.' && full.EndsWith(name, StringComparison.Ordinal);
    }

    /// <summary>
    /// Finds the concrete types of a union by the names that documents have for them. A type is called by its short name while no other one
    /// has it, else by its full name; so each of the two may stand for the other where it can mean one type alone.
    /// </summary>
    internal sealed class UnionNames
    {
        private readonly CaseNames[] _cases;
        private readonly Dictionary<string, int> _byJsonName = new Dictionary<string, int>(StringComparer.Ordinal);
        private readonly Dictionary<string, int> _byJsonNumber = new Dictionary<string, int>(StringComparer.Ordinal);

        /// <param name="cases">The names of each type.</param>
        /// <param name="areNumbers">Of each, whether JSON says it as a number.</param>
        public UnionNames(CaseNames[] cases, bool[] areNumbers)
        {
            _cases = cases;
            for (int i = 0; i < cases.Length; i++)
            {
                if (cases[i].JsonName is { } name)
                    (areNumbers[i] ? _byJsonNumber : _byJsonName).Add(name, i);
            }
        }

        /// <summary>The concrete type for each of a document's; -1 where there is none, or where it could be several.</summary>
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
            // One that a document's type has by its own name is no other's.
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

        /// <summary>The concrete type that a document's object is; -1 where there is none, or where it could be several.</summary>
        public int Find(string name) => Match(new[] { new SchemaMember(name, SchemaType.BuiltIn(SchemaKind.Boolean)) })[0];

        private int Exact(string name, SchemaMember[] writers)
        {
            int index = Array.FindIndex(_cases, c => c.Name == name);
            if (index < 0)
                index = Array.FindIndex(_cases, c => c.FullName == name);
            // A type without a namespace has the short name of others for its full one: it is meant where the document tells them apart.
            if (index >= 0 && Array.FindIndex(_cases, c => c.ShortName == name && c != _cases[index]) >= 0
                && !Array.Exists(writers, other => other.Name != name && _cases[index].IsShort(other.Name)))
                index = -1;
            return index >= 0 ? index : Array.FindIndex(_cases, c => c.IsFormer(name));
        }

        /// <summary>The concrete type that <c>$type</c> means; -1 where there is none, or where it could be several.</summary>
        public int FindJson(string name, bool isNumber)
        {
            // The other form is what texts of before have.
            if ((isNumber ? _byJsonNumber : _byJsonName).TryGetValue(name, out int index)
                || (isNumber ? _byJsonName : _byJsonNumber).TryGetValue(name, out index))
                return index;
            index = Array.FindIndex(_cases, c => c.Name == name || c.FullName == name);
            if (index < 0)
                index = Array.FindIndex(_cases, c => c.IsFormer(name));
            // A full name that is none of these is that of a namesake: only a text's own list of types, which there is none, could tell it
            // from one that moved.
            return index >= 0 ? index : Only(_cases, (names, _) => names.ShortName == name || names.IsLast(name));
        }

        /// <summary>The message for the case that a document holds a type that this program lacks.</summary>
        /// <param name="r">What reads.</param>
        /// <param name="found">The name in the document.</param>
        /// <param name="union">The name of the base.</param>
        public KitbagException NoSuchCase(ref WireReader r, string found, string union) => r.Error(KitbagErrorReason.SchemaMismatch,
            "The document holds a '" + KitbagException.Cut(found) + "' where a '" + union + "' is expected; "
                + Advice(KitbagException.Cut(found)));

        /// <summary>What is to be done about a name that no type has, or several.</summary>
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
