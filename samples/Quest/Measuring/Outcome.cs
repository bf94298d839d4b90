using System;
using System.Globalization;

namespace Quest.Measuring
{
    /// <summary>The result of saving or loading in a child process, which passes it to this process as a line of text.</summary>
    public sealed record Outcome(double First, double Warm, string? Problem)
    {
        private const char Separator = '\t';

        public static Outcome Done(double first, double warm) => new Outcome(first, warm, null);

        public static Outcome Failed(string problem) => new Outcome(0, 0, problem);

        public override string ToString() =>
            string.Create(CultureInfo.InvariantCulture,
                $"outcome{Separator}{First:R}{Separator}{Warm:R}{Separator}{Problem?.ReplaceLineEndings(" ")}");

        /// <summary>Reads what <see cref="ToString"/> wrote; null if it is anything else.</summary>
        public static Outcome? Parse(string line) =>
            line.Split(Separator, 4) is ["outcome", var first, var warm, var problem]
                ? new Outcome(
                    double.Parse(first, CultureInfo.InvariantCulture),
                    double.Parse(warm, CultureInfo.InvariantCulture),
                    problem.Length > 0 ? problem : null)
                : null;
    }
}
