using System;
using System.CommandLine;
using System.CommandLine.Invocation;
using System.IO;
using System.Security;
using Kitbag.Cli.Output;

namespace Kitbag.Cli.Running
{
    /// <summary>Runs the tool: errors in the input or in files never cause a stack trace.</summary>
    internal static class Tool
    {
        /// <summary>If set to 1, stack traces of errors are shown, for developers of the tool.</summary>
        private const string TraceVariable = "KITBAG_TRACE";

        public static int Run(string[] args, ToolConsole console)
        {
            int code;
            try
            {
                code = Invoke(args, console);
                // If the output cannot be written, that is no error in the input.
                console.Subject = "";
                console.Out.Flush();
            }
            catch (IOException e) when (IsClosedPipe(e))
            {
                // The reader has closed the pipe, as in `kitbag show FILE | head`.
                return ExitCodes.Good;
            }
            catch (Exception e) when (Environment.GetEnvironmentVariable(TraceVariable) != "1")
            {
                code = Fail(e, console);
            }
            return code;
        }

        // A name that begins with @ is that of a file, not of one with arguments: git passes names that others have chosen.
        private static readonly ParserConfiguration s_parsing = new ParserConfiguration { ResponseFileTokenReplacer = null };

        private static int Invoke(string[] args, ToolConsole console)
        {
            ParseResult result = ToolRoot.Create(console).Parse(args, s_parsing);
            if (UsageError.Of(result) is { } error)
            {
                console.Error.WriteLine("kitbag: " + Plain.Line(error) + " Try '" + ToolHelp.PathOf(result.CommandResult) + " --help'.");
                return ExitCodes.Usage;
            }
            return result.Invoke(new InvocationConfiguration
            {
                EnableDefaultExceptionHandler = false,
                Output = console.Out,
                Error = console.Error,
            });
        }

        private static int Fail(Exception exception, ToolConsole console)
        {
            try
            {
                console.Out.Flush();
            }
            catch (Exception e) when (e is IOException or UnauthorizedAccessException)
            {
                // The remaining output can no longer be written.
            }
            WriteError(exception, console);
            return CodeOf(exception);
        }

        /// <summary>Returns the exit code of an error.</summary>
        public static int CodeOf(Exception exception) => exception is ToolException tool ? tool.ExitCode
            : exception is FileNotFoundException or DirectoryNotFoundException or KitbagException
            {
                Reason: KitbagErrorReason.FileNotFound or KitbagErrorReason.NotAFile
            } ? ExitCodes.Usage : ExitCodes.Bad;

        /// <summary>Writes an error in the file that is being processed as one line.</summary>
        public static void WriteError(Exception exception, ToolConsole console) =>
            console.Error.WriteLine("kitbag: " + (console.Subject.Length == 0 || IsOfOutput(exception) ? ""
                : Plain.Line(console.Subject) + ": ") + Plain.Line(Describe(exception, console)));

        /// <summary>Returns whether an exception is an error in one file, after which a command can continue with others.</summary>
        public static bool IsOfFile(Exception exception) => exception is KitbagException { Reason: not KitbagErrorReason.Defect }
            or IOException or UnauthorizedAccessException or ToolException { IsOfFile: true };

        /// <summary>Returns the message of an exception in a file, whose name is printed before it.</summary>
        /// <param name="exception">The exception.</param>
        /// <param name="console">The console.</param>
        /// <param name="file">The file, or null for the one that is being processed.</param>
        public static string Describe(Exception exception, ToolConsole console, string? file = null)
        {
            switch (exception)
            {
                case KitbagException { Reason: KitbagErrorReason.Defect }:
                    console.Defect = exception;
                    return exception.Message;
                case KitbagException { Reason: KitbagErrorReason.NotKitbag }:
                    return "This is not a Kitbag file. A document without a header needs --schema FILE.";
                case UnauthorizedAccessException when IsOfOutput(exception):
                    return "Standard output cannot be written. Is it closed?";
                case FileNotFoundException when console.Subject.Length != 0:
                    return "The file does not exist.";
                case DirectoryNotFoundException when console.Subject.Length != 0:
                    return "The folder of the file does not exist.";
                case KitbagException error:
                    return OptionNames.WithOptionNames(WithoutFile(error, console, file ?? console.Subject));
                case ToolException or IOException or UnauthorizedAccessException or SecurityException:
                    return exception.Message;
                case OutOfMemoryException:
                    return "There is not enough memory.";
                case OperationCanceledException:
                    return "Cancelled.";
                default:
                    console.Defect = exception;
                    return "This is a bug in kitbag (" + exception.GetType().Name + ": " + exception.Message + "). "
                        + TraceVariable + "=1 shows where it happened.";
            }
        }

        private static string WithoutFile(KitbagException error, ToolConsole console, string file)
        {
            string named = "'" + error.File + "': ";
            return error.File != null && file.Length != 0 && error.Message.StartsWith(named, StringComparison.Ordinal)
                && Path.GetFullPath(error.File, console.Folder) == Path.GetFullPath(file, console.Folder)
                ? error.Message[named.Length..] : error.Message;
        }

        // The framework names the path of every file; standard output has none.
        private static bool IsOfOutput(Exception e) =>
            e is UnauthorizedAccessException && !e.Message.Contains('\'', StringComparison.Ordinal);

        // EPIPE, and ERROR_NO_DATA or ERROR_BROKEN_PIPE of Windows.
        private static bool IsClosedPipe(IOException e) =>
            e.HResult is 32 or unchecked((int)0x800700E8) or unchecked((int)0x8007006D);
    }
}
