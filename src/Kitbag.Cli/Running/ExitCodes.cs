namespace Kitbag.Cli.Running
{
    /// <summary>What the tool says to scripts.</summary>
    internal static class ExitCodes
    {
        /// <summary>Done; equal; whole.</summary>
        public const int Good = 0;

        /// <summary>It differs, is damaged, is not there, or could not be written.</summary>
        public const int Bad = 1;

        /// <summary>The command line is wrong.</summary>
        public const int Usage = 2;
    }
}
