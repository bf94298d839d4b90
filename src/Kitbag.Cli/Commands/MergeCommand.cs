using System;
using System.Collections.Generic;
using System.CommandLine;
using System.IO;
using System.Linq;
using Kitbag.Cli.Input;
using Kitbag.Cli.Merging;
using Kitbag.Cli.Output;
using Kitbag.Cli.Running;

namespace Kitbag.Cli.Commands
{
    internal sealed class MergeCommand : ToolCommand
    {
        private const int LongestValue = 80;

        private readonly Argument<string> _base = File("BASE", "The common ancestor of both files.");

        private readonly Argument<string> _ours = File("OURS", "The file of this branch, which the result replaces unless --out is set.");

        private readonly Argument<string> _theirs = File("THEIRS", "The file of the other branch.");

        private readonly Option<string?> _out = new Option<string?>("--out", "-o")
        {
            Description = "The file to write.",
            HelpName = "FILE",
        };

        private readonly Option<string?> _name = new Option<string?>("--name")
        {
            Description = "The name of the file in messages.",
            HelpName = "FILE",
        };

        private readonly Option<bool> _favorOurs = new Option<bool>("--ours")
        {
            Description = "Resolve conflicts with the values of OURS.",
        };

        private readonly Option<bool> _favorTheirs = new Option<bool>("--theirs")
        {
            Description = "Resolve conflicts with the values of THEIRS.",
        };

        private readonly Option<bool> _favorBase = new Option<bool>("--base")
        {
            Description = "Resolve conflicts with the values of BASE, and print nothing: for git, which merges several ancestors first.",
        };

        public MergeCommand()
            : base("merge", "Merges two files with a common ancestor, by paths; 'git merge' calls it after git-setup.",
                "kitbag merge base.kit ours.kit theirs.kit --out merged.kit",
                "kitbag merge base.kit ours.kit theirs.kit --ours")
        {
            Add(_base);
            Add(_ours);
            Add(_theirs);
            Add(_out);
            Add(_name);
            Add(_favorOurs);
            Add(_favorTheirs);
            Add(_favorBase);
            Validators.Add(result =>
            {
                if (new[] { _favorOurs, _favorTheirs, _favorBase }.Count(result.GetValue) > 1)
                    result.AddError("--ours, --theirs and --base exclude each other.");
            });
        }

        public override string Notes => """
            Items of lists are matched by a member Id, Guid, Key or Name, others by value. Where both sides have changed one
            value, each such path is named, and without --ours or --theirs nothing is written, and the exit code is 1.
            Objects that are referred to from several places are matched by such a member, too, and without one the files
            are not merged. Info documents are merged likewise; their paths begin with $info.
            """;

        private protected override int Run(ParseResult arguments)
        {
            string ours = arguments.GetValue(_ours)!, target = arguments.GetValue(_out) ?? ours;
            using IDisposable? held = HeldFile.Lock(Console, ours, target);
            Resolution resolution = arguments.GetValue(_favorOurs) ? Resolution.Ours : arguments.GetValue(_favorTheirs) ? Resolution.Theirs
                : arguments.GetValue(_favorBase) ? Resolution.Base : Resolution.None;
            Sources sources = Open(arguments);
            try
            {
                if (Merge(arguments, sources, target, resolution, out FileShape shape) is { } merged)
                {
                    Saving.Save(Console, target, merged, shape, isLocked: held != null);
                    return ExitCodes.Good;
                }
            }
            catch (Exception e) when (resolution == Resolution.Base && e is ToolException or KitbagException)
            {
                // Then the base is the result, too.
            }
            if (resolution != Resolution.Base)
                return ExitCodes.Bad;
            byte[] before = sources.ReadAll(arguments.GetValue(_base)!);
            OutputFile.WriteTo(Console, target, output => output.Write(before));
            return ExitCodes.Good;
        }

        // Returns null if there are conflicts that are not resolved.
        private byte[]? Merge(ParseResult arguments, Sources sources, string target, Resolution resolution, out FileShape shape)
        {
            string ours = arguments.GetValue(_ours)!;
            string? name = arguments.GetValue(_name);
            using Source @base = OpenBase(sources, arguments.GetValue(_base)!, name), our = Open(sources, ours, name, "this side"),
                their = Open(sources, arguments.GetValue(_theirs)!, name, "the other side");
            Console.Subject = name ?? ours;
            // Conflicts have the values of the first side.
            bool isSwapped = resolution == Resolution.Theirs;
            (Source first, Source second) = isSwapped ? (their, our) : (our, their);
            var merge = new DocumentMerge(sources, resolution == Resolution.Base);
            byte[] merged = merge.Merge("", @base.Document, first.Document, second.Document);
            ReadOnlyMemory<byte> info = merge.MergeInfo(@base, first, second);
            bool isResolved = merge.Conflicts.Count == 0 || (merge.IsResolvable && resolution != Resolution.None);
            if (merge.Conflicts.Count != 0 && resolution != Resolution.Base)
                Tell(target, isSwapped ? [.. merge.Conflicts.Select(c => c.Swap())] : merge.Conflicts, isResolved);
            shape = our.Shape with { IsContainer = our.Shape.IsContainer || !info.IsEmpty, Info = info };
            return isResolved ? merged : null;
        }

        // For files that both sides have added, git specifies an empty ancestor.
        private Source OpenBase(Sources sources, string file, string? name)
        {
            bool isEmpty = sources.LengthOf(file) == 0;
            if (isEmpty && name != null)
                Console.Subject = name;
            return !isEmpty ? Open(sources, file, name, "the common ancestor")
                : throw ToolException.Bad("Both sides have added the file: there is no common ancestor with which they can be merged.");
        }

        // The names that git specifies are those of temporary files.
        private Source Open(Sources sources, string file, string? name, string side)
        {
            try
            {
                return sources.Open(file);
            }
            catch when (name != null)
            {
                Console.Subject = name + " (" + side + ")";
                throw;
            }
        }

        private void Tell(string target, IReadOnlyList<Conflict> conflicts, bool isResolved)
        {
            // The result on standard output must not be mixed with them.
            TextWriter output = isResolved && target == Sources.Standard ? Console.Error : Console.Out;
            if (Console.Json && output == Console.Out)
            {
                WriteJson(conflicts);
                return;
            }
            foreach (Conflict conflict in conflicts)
                output.WriteLine((isResolved ? "Resolved in " : "CONFLICT in ") + Plain.Line(Console.Subject) + ": "
                    + Plain.Line(conflict.Path) + " was " + Cut(conflict.Base) + ", is " + Cut(conflict.Ours) + " here and "
                    + Cut(conflict.Theirs) + " there");
        }

        private void WriteJson(IReadOnlyList<Conflict> conflicts) => JsonOut.Write(Console, w =>
        {
            w.WriteStartArray();
            foreach (Conflict conflict in conflicts)
            {
                w.WriteStartObject();
                w.WriteString("path", conflict.Path);
                w.WriteString("base", conflict.Base);
                w.WriteString("ours", conflict.Ours);
                w.WriteString("theirs", conflict.Theirs);
                w.WriteEndObject();
            }
            w.WriteEndArray();
        });

        private static string Cut(string? value) => value == null ? "absent"
            : Plain.Line(value.Length <= LongestValue ? value : value[..LongestValue] + "…");
    }
}
