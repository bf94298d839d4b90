using System;
using System.Collections.Generic;
using Kitbag.Schema;

namespace Kitbag.Dynamic
{
    /// <summary>
    /// Contains the cases of unions that each type is. A type that is several cases of one union, because classes of the same name and
    /// members were declared in several namespaces, is declared as several classes. The generator links this file.
    /// </summary>
    internal sealed class CSharpCases
    {
        private readonly Dictionary<SchemaType, List<(SchemaType Union, string Name)>> _cases =
            new Dictionary<SchemaType, List<(SchemaType Union, string Name)>>();

        /// <summary>Adds the cases of a union.</summary>
        public void Add(SchemaType union)
        {
            foreach (SchemaMember one in union.MemberArray)
            {
                SchemaType type = TypeOf(one);
                if (!_cases.TryGetValue(type, out List<(SchemaType Union, string Name)>? cases))
                    _cases.Add(type, cases = new List<(SchemaType Union, string Name)>());
                cases.Add((union, one.Name));
            }
        }

        /// <summary>Returns the cases of each class that a type is declared as; a type that is no case is declared as one.</summary>
        public List<List<(SchemaType Union, string Name)>> ClassesOf(SchemaType type)
        {
            var classes = new List<List<(SchemaType Union, string Name)>> { new List<(SchemaType Union, string Name)>() };
            if (!_cases.TryGetValue(type, out List<(SchemaType Union, string Name)>? cases))
                return classes;
            foreach ((SchemaType Union, string Name) one in cases)
            {
                int at = classes.FindIndex(its => !its.Exists(other => other.Union == one.Union));
                if (at < 0)
                {
                    at = classes.Count;
                    classes.Add(new List<(SchemaType Union, string Name)>());
                }
                classes[at].Add(one);
            }
            return classes;
        }

        /// <summary>Returns the index of the class of a case.</summary>
        public int ClassOf(SchemaType union, SchemaMember one) =>
            ClassesOf(TypeOf(one)).FindIndex(its => its.Exists(other => other.Union == union && other.Name == one.Name));

        private static SchemaType TypeOf(SchemaMember one) =>
            one.Type.Kind is SchemaKind.Reference or SchemaKind.Nullable ? one.Type.Element! : one.Type;
    }
}
