using Xunit;

namespace Kitbag.Generator.Tests
{
    /// <summary>Properties whose setters replace what the others return: all of them still return what was stored.</summary>
    public class PropertyViewsTests
    {
        private const string Bits = "private uint _word; "
            + "public byte Kind { get => (byte)(_word >> 24); set => _word = (_word & 0xFFFFFF) | ((uint)value << 24); } "
            + "public int Offset { get => (int)(_word & 0xFFFFFF); set => _word = (_word & 0xFF000000) | ((uint)value & 0xFFFFFF); } "
            + "public bool IsExit { get => (_word & 0xFFFFFF) == 0xF00000; "
            + "set => _word = (_word & 0xFF000000) | (value ? 0xF00000u : 0); }";

        private const string Either = "private int _amount, _rate; "
            + "public int Amount { get => _amount; set { _amount = value; _rate = 0; } } "
            + "public int Rate { get => _rate; set { _rate = value; _amount = 0; } }";

        private const string Choice = "private object? _value; private int _case; public bool HasText => _case == 1; "
            + "public string Text { get { return HasText ? (string)_value! : \"\"; } set { _value = value; _case = 1; } } "
            + "public int Number { get { return _case == 2 ? (int)_value! : 0; } set { _value = value; _case = 2; } }";

        private const string Angle = "private double _angle; "
            + "public double Degrees { get => _angle * 180 / Math.PI; set => _angle = value * Math.PI / 180; } "
            + "public double Radians { get => _angle; set => _angle = value; }";

        [Theory]
        [InlineData(Bits, "Kind = 3, Offset = 1234", "$\"{one.Kind} {one.Offset} {one.IsExit}\"")]
        [InlineData(Bits, "Kind = 3, IsExit = true", "$\"{one.Kind} {one.Offset} {one.IsExit}\"")]
        [InlineData(Either, "Amount = 5", "$\"{one.Amount} {one.Rate}\"")]
        [InlineData(Either, "Rate = 5", "$\"{one.Amount} {one.Rate}\"")]
        [InlineData(Choice, "Text = \"t\"", "$\"{one.Text} {one.Number} {one.HasText}\"")]
        [InlineData(Choice, "Number = 7", "$\"{one.Text} {one.Number} {one.HasText}\"")]
        [InlineData(Angle, "Radians = 1.234567", "$\"{one.Radians:R} {one.Degrees:R}\"")]
        [InlineData("private List<int>? _values; public List<int>? Values { get => _values; set { _values = value; _text = null; } } "
            + "private string? _text; public string? Text { get => _text; set { _text = value; _values = null; } }",
            "Values = new List<int> { 4 }", "string.Join(\",\", one.Values!) + one.Text")]
        [InlineData("private float _a, _b; public float A { get => _a; set { _a = value; B = 0; } } "
            + "public float B { get => _b; set { _b = value; if (value != 0) _a = 0; } }", "A = 2.5f", "$\"{one.A} {one.B}\"")]
        // A setter is not compared with what a getter returns instead of null.
        [InlineData("private int? _hp; public int Hp { get => _hp ?? 0; set => _hp = value; } "
            + "public int? Known { get => _hp; set => _hp = value; }", "Hp = 0", "$\"{one.Hp} {one.Known}\"")]
        public void Keep_what_was_stored(string members, string values, string text) => Harness.RoundTrip(@"
using System; using System.Collections.Generic;
public class Node { " + members + @" public string? Name { get; set; } }
public static class Program
{
    static string Text(Node one) => " + text + @" + one.Name;
    public static object?[] Run()
    {
        var node = new Node { Name = ""n"", " + values + @" };
        Node[] many = { node, node, node, node, node, node, node, node, node };
        return new object?[] { Text(node), Text(Tool.Again(node)), Text(node), Text(Tool.Again(many)[8]) };
    }
}");
    }
}
