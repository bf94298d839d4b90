namespace Kitbag.Cli.Running
{
    /// <summary>The exit codes of the tool.</summary>
    internal static class ExitCodes
    {
        /// <summary>Success; equal; intact.</summary>
        public const int Good = 0;

        /// <summary>Different or damaged; no such value; a file that cannot be read or written.</summary>
        public const int Bad = 1;

        /// <summary>The command line is invalid, or names a file or folder that does not exist.</summary>
        public const int Usage = 2;
    }
}
