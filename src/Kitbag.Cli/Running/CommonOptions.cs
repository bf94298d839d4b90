using System;
using System.CommandLine;

namespace Kitbag.Cli.Running
{
    /// <summary>Options that every command has.</summary>
    internal sealed class CommonOptions
    {
        /// <summary>The name of the option for documents without a schema.</summary>
        public const string SchemaName = "--schema";

        public Option<bool> Json { get; } = new Option<bool>("--json")
        {
            Description = "Print JSON, for scripts.",
            Recursive = true,
        };

        public Option<string?> Schema { get; } = new Option<string?>(SchemaName)
        {
            Description = "The schema of documents without one: a file of 'kitbag schema --out', or a document.",
            HelpName = "FILE",
            Recursive = true,
        };

        public Option<string> Color { get; } = Choice();

        public void Apply(ParseResult arguments, ToolConsole console)
        {
            console.Json = arguments.GetValue(Json);
            string color = arguments.GetValue(Color) ?? "auto";
            console.HasColors = !console.Json && (color == "always" || (color == "auto" && console.HasColors));
        }

        private static Option<string> Choice()
        {
            var option = new Option<string>("--color")
            {
                Description = "auto (on a terminal, unless NO_COLOR is set), always or never.",
                HelpName = "WHEN",
                Recursive = true,
                DefaultValueFactory = _ => "auto",
            };
            option.AcceptOnlyFromAmong("auto", "always", "never");
            return option;
        }
    }
}
