namespace Kitbag.Cli.Running
{
    /// <summary>The exit codes of the tool.</summary>
    internal static class ExitCodes
    {
        /// <summary>Success; equal; intact.</summary>
        public const int Good = 0;

        /// <summary>Different, damaged, missing, or not writable.</summary>
        public const int Bad = 1;

        /// <summary>The command line is invalid.</summary>
        public const int Usage = 2;
    }
}
