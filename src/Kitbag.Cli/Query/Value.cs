using System;
using System.Collections.Generic;
using System.Globalization;
using Kitbag.Cli.Input;
using Kitbag.Dynamic;
using Kitbag.Schema;

namespace Kitbag.Cli.Query
{
    internal enum ValueKind
    {
        Null,
        Boolean,

        /// <summary>A number that can be represented as a decimal.</summary>
        Number,

        /// <summary>Any other number.</summary>
        Real,
        Text,

        /// <summary>A name and a number.</summary>
        Enum,

        /// <summary>A time or a duration, as ticks.</summary>
        Time,

        /// <summary>An object, a list or a map of the document.</summary>
        Node,

        /// <summary>A key of a map with its value.</summary>
        Entry,

        /// <summary>The result of select or group.</summary>
        Row,
    }

    /// <summary>A value of a query: from the document, or computed.</summary>
    internal readonly struct Value
    {
        private readonly object? _object;
        private readonly decimal _number;
        private readonly double _real;

        private Value(ValueKind kind, KitbagNode? node = null, object? @object = null, decimal number = 0, double real = 0)
        {
            Kind = kind;
            Source = node;
            _object = @object;
            _number = number;
            _real = real;
        }

        public static Value Null { get; }

        public ValueKind Kind { get; }

        /// <summary>The node in the document, if it is from there.</summary>
        public KitbagNode? Source { get; }

        public KitbagNode Node => Source!.Value;

        public bool Boolean => _number != 0;

        public decimal Number => _number;

        /// <summary>The value of a number of either kind.</summary>
        public double Real => Kind == ValueKind.Real ? _real : (double)_number;

        /// <summary>The ticks of a time.</summary>
        public long Ticks => (long)_number;

        /// <summary>The characters of a string, the name of an enum value.</summary>
        public string Text => (string)_object!;

        public (KitbagNode Key, KitbagNode Value) Entry => ((KitbagNode, KitbagNode))_object!;

        public IReadOnlyList<(string Name, Value Value)> Row => (IReadOnlyList<(string, Value)>)_object!;

        public bool IsNumber => Kind is ValueKind.Number or ValueKind.Real;

        private bool IsComposite => Kind is ValueKind.Node or ValueKind.Entry or ValueKind.Row;

        public static Value Of(bool value) => new Value(ValueKind.Boolean, number: value ? 1 : 0);

        public static Value Of(decimal value) => new Value(ValueKind.Number, number: value);

        public static Value Of(double value) => new Value(ValueKind.Real, real: value);

        public static Value Of(string text) => new Value(ValueKind.Text, @object: text);

        public static Value Of(KitbagEntry entry) => new Value(ValueKind.Entry, @object: (entry.Key, entry.Value));

        public static Value Of(IReadOnlyList<(string Name, Value Value)> row) => new Value(ValueKind.Row, @object: row);

        public static Value Of(KitbagNode node) => node.Kind switch
        {
            KitbagNodeKind.Null => new Value(ValueKind.Null, node),
            KitbagNodeKind.Value => OfScalar(node),
            _ => new Value(ValueKind.Node, node),
        };

        private static Value OfScalar(KitbagNode node)
        {
            SchemaType type = Nodes.TypeOf(node);
            switch (type.Kind)
            {
                case SchemaKind.Boolean:
                    return new Value(ValueKind.Boolean, node, number: Nodes.Boolean(node) ? 1 : 0);
                case SchemaKind.String or SchemaKind.Char:
                    return new Value(ValueKind.Text, node, Nodes.Text(node));
                case SchemaKind.Enum:
                    return new Value(ValueKind.Enum, node, node.ToString(), Nodes.EnumNumber(node));
                case SchemaKind.DateTime or SchemaKind.DateTimeOffset or SchemaKind.TimeSpan or SchemaKind.DateOnly or SchemaKind.TimeOnly:
                    return new Value(ValueKind.Time, node, number: Nodes.Ticks(node));
                case SchemaKind.Guid:
                    return new Value(ValueKind.Text, node, node.ToString());
                default:
                    return Nodes.TryDecimal(node, out decimal number)
                        ? new Value(ValueKind.Number, node, number: number)
                        : new Value(ValueKind.Real, node, real: Nodes.Double(node));
            }
        }

        /// <summary>
        /// Less than, equal to or greater than 0; null if one of them is not ordered (null, NaN).
        /// </summary>
        /// <exception cref="FormatException">Their kinds cannot be compared.</exception>
        public static int? Compare(in Value a, in Value b)
        {
            if (a.Kind == ValueKind.Null || b.Kind == ValueKind.Null)
                return null;
            if (a.Kind == ValueKind.Number && b.Kind == ValueKind.Number)
                return a.Number.CompareTo(b.Number);
            if (a.IsNumber && b.IsNumber)
                return double.IsNaN(a.Real) || double.IsNaN(b.Real) ? null : a.Real.CompareTo(b.Real);
            if (a.Kind is ValueKind.Enum or ValueKind.Number && b.Kind is ValueKind.Enum or ValueKind.Number)
                return a.Number.CompareTo(b.Number);
            if (a.Kind == b.Kind)
                return CompareAlike(a, b);
            if (a.Kind == ValueKind.Time && b.Kind == ValueKind.Text)
                return a.Ticks.CompareTo(ParseTime(b.Text, a));
            if (a.Kind == ValueKind.Text && b.Kind == ValueKind.Time)
                return ParseTime(a.Text, b).CompareTo(b.Ticks);
            throw Incomparable(a, b);
        }

        /// <summary>Whether two values are equal; values of kinds that cannot be compared are not.</summary>
        public static bool AreEqual(in Value a, in Value b)
        {
            if (a.Kind == ValueKind.Null || b.Kind == ValueKind.Null)
                return a.Kind == b.Kind;
            if (a.Kind is ValueKind.Enum && b.Kind is ValueKind.Text)
                return string.Equals(a.Text, b.Text, StringComparison.Ordinal);
            if (a.Kind is ValueKind.Text && b.Kind is ValueKind.Enum)
                return string.Equals(a.Text, b.Text, StringComparison.Ordinal);
            if (a.Kind == ValueKind.Boolean && b.Kind == ValueKind.Boolean)
                return a.Boolean == b.Boolean;
            if (a.IsComposite || b.IsComposite)
                return a.Kind == b.Kind && ValueText.Json(a) == ValueText.Json(b);
            bool canCompare = a.Kind == b.Kind || (a.IsNumber && b.IsNumber)
                || (a.Kind is ValueKind.Enum or ValueKind.Number && b.Kind is ValueKind.Enum or ValueKind.Number)
                || (a.Kind is ValueKind.Time or ValueKind.Text && b.Kind is ValueKind.Time or ValueKind.Text);
            return canCompare && Compare(a, b) == 0;
        }

        /// <summary>The text for messages.</summary>
        public string KindName => Kind switch
        {
            ValueKind.Null => "null",
            ValueKind.Boolean => "a bool",
            ValueKind.Number or ValueKind.Real => "a number",
            ValueKind.Text => "a text",
            ValueKind.Enum => "an enum",
            ValueKind.Time => "a time",
            ValueKind.Entry => "an entry of a map",
            ValueKind.Row => "a row",
            _ => Node.Kind == KitbagNodeKind.List ? "a list" : Node.Kind == KitbagNodeKind.Map ? "a map" : "an object",
        };

        private static int CompareAlike(in Value a, in Value b) => a.Kind switch
        {
            ValueKind.Text => string.CompareOrdinal(a.Text, b.Text),
            ValueKind.Boolean or ValueKind.Time => a.Number.CompareTo(b.Number),
            _ => throw Incomparable(a, b),
        };

        private static FormatException Incomparable(in Value a, in Value b) =>
            new FormatException("There is no order between " + a.KindName + " and " + b.KindName + ".");

        // A string that is compared with a time is parsed as a time of that type.
        private static long ParseTime(string text, in Value time)
        {
            CultureInfo culture = CultureInfo.InvariantCulture;
            const DateTimeStyles Styles = DateTimeStyles.RoundtripKind | DateTimeStyles.AllowWhiteSpaces;
            switch (Nodes.TypeOf(time.Node).Kind)
            {
                case SchemaKind.DateTimeOffset
                    when DateTimeOffset.TryParse(text, culture, DateTimeStyles.AssumeUniversal, out DateTimeOffset there):
                    return there.UtcTicks;
                case SchemaKind.TimeSpan or SchemaKind.TimeOnly when TimeSpan.TryParse(text, culture, out TimeSpan span):
                    return span.Ticks;
                case SchemaKind.DateTime or SchemaKind.DateOnly when DateTime.TryParse(text, culture, Styles, out DateTime moment):
                    return moment.Ticks;
                default:
                    throw new FormatException("'" + Output.Plain.Text(text) + "' is no " + Nodes.TypeOf(time.Node) + ".");
            }
        }
    }
}
