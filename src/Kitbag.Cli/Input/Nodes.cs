using System;
using System.Collections.Generic;
using System.Globalization;
using System.Linq;
using Kitbag.Dynamic;
using Kitbag.Schema;

namespace Kitbag.Cli.Input
{
    /// <summary>Accesses the values of a document for commands.</summary>
    internal static class Nodes
    {
        public static SchemaType TypeOf(KitbagNode node) => node.Type;

        public static bool Boolean(KitbagNode node) => node.GetBoolean();

        /// <summary>The characters of a string or a char.</summary>
        public static string Text(KitbagNode node) =>
            node.Type.Kind == SchemaKind.Char ? ((char)node.GetInt64()).ToString() : node.GetString()!;

        /// <summary>The number of an enum.</summary>
        public static decimal EnumNumber(KitbagNode node) => node.GetDecimal();

        /// <summary>The sort key of times of one type.</summary>
        public static long Ticks(KitbagNode node) => node.Value switch
        {
            DateTime moment => moment.Ticks,
            DateTimeOffset moment => moment.UtcTicks,
            TimeSpan span => span.Ticks,
            _ => node.GetInt64(),
        };

        /// <summary>A number, if it can be represented as a decimal.</summary>
        public static bool TryDecimal(KitbagNode node, out decimal number)
        {
            number = 0;
            if (node.Type.Kind is SchemaKind.Half or SchemaKind.Single or SchemaKind.Double)
                return false;
            if (node.Type.Kind is SchemaKind.Int128 or SchemaKind.UInt128 && Math.Abs(node.GetDouble()) > 7.9e28)
                return false;
            number = node.GetDecimal();
            return true;
        }

        /// <summary>A number; for a float the shortest decimal that rounds to it: 0.1, not 0.10000000149.</summary>
        public static double Double(KitbagNode node) => node.Value is float single
            ? double.Parse(single.ToString("R", CultureInfo.InvariantCulture), CultureInfo.InvariantCulture)
            : node.GetDouble();

        /// <summary>Whether a value is a list of bytes, which is one string in JSON.</summary>
        public static bool IsBytes(KitbagNode node) =>
            node is { Kind: KitbagNodeKind.List, Type: { Element.Kind: SchemaKind.Byte, Rank: 0 } };

        /// <summary>Whether the keys of a map are names in JSON; otherwise it is a list of pairs.</summary>
        public static bool HasScalarKeys(KitbagNode map) => map.Type.Key!.Kind is SchemaKind.Enum or >= SchemaKind.Boolean;

        public static bool TryMember(KitbagNode node, string name, out KitbagNode member) => node.TryGet(name, out member);

        /// <summary>A part for display: the unknown members that an object contains are shown instead of their bytes.</summary>
        public static KitbagNode Shown(KitbagNode node, int index) =>
            node.Kind == KitbagNodeKind.Object && SchemaForms.IsStore(node.Type.Members[index])
                && node.Unknown is { IsNull: false } unknown ? unknown : node[index];

        public static IEnumerable<KitbagMember> Members(KitbagNode node) => node.Members;

        public static IEnumerable<string> MemberNames(KitbagNode node) => node.Type.Members.Select(m => m.Name);

        public static IEnumerable<KitbagNode> Items(KitbagNode node) => node.Items;

        public static IEnumerable<KitbagEntry> Entries(KitbagNode node) => node.Entries;

        /// <summary>The identity of a tracked object; null for other values.</summary>
        public static object? Identity(KitbagNode node) => node.Identity;
    }
}
