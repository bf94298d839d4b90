using System.Globalization;
using System.Text;

namespace Echo;

/// <summary>Draws round trips per second and bytes per message as bars.</summary>
public static class Chart
{
    private const int Left = 150, Width = 420, Second = 640, SecondWidth = 160, BarHeight = 18, Row = 26, Top = 56;

    public static void Draw(IReadOnlyList<Result> results, string title, string file)
    {
        double fastest = results.Max(r => r.PerSecond), largest = results.Max(r => r.Bytes);
        var text = new StringBuilder();
        int height = Top + results.Count * Row + 10;
        text.Append(Invariant($"<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{Second + SecondWidth + 70}\" height=\"{height}\" "));
        text.Append("font-family=\"sans-serif\" font-size=\"12\">\n<rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n");
        text.Append(Invariant($"<text x=\"10\" y=\"20\" font-size=\"14\">{title}</text>\n"));
        text.Append(Invariant($"<text x=\"{Left}\" y=\"44\">thousand round trips a second</text>"));
        text.Append(Invariant($"<text x=\"{Second}\" y=\"44\">bytes a message</text>\n"));
        for (int i = 0; i < results.Count; i++)
        {
            Result result = results[i];
            int y = Top + i * Row;
            text.Append(Invariant($"<text x=\"{Left - 8}\" y=\"{y + 13}\" text-anchor=\"end\">{result.Name}</text>"));
            Bar(text, Left, y, Width * result.PerSecond / fastest, "#4c78a8", Invariant($"{result.PerSecond / 1000:F0}"));
            Bar(text, Second, y, SecondWidth * result.Bytes / largest, "#f58518", Invariant($"{result.Bytes:F0}"));
            text.Append('\n');
        }
        text.Append("</svg>\n");
        File.WriteAllText(file, text.ToString());
    }

    private static void Bar(StringBuilder text, int x, int y, double length, string color, string label) => text.Append(Invariant(
        $"<rect x=\"{x}\" y=\"{y}\" width=\"{length:F1}\" height=\"{BarHeight}\" fill=\"{color}\"/><text x=\"{x + length + 5:F1}\" ")
        + Invariant($"y=\"{y + 13}\">{label}</text>"));

    private static string Invariant(FormattableString text) => text.ToString(CultureInfo.InvariantCulture);
}
