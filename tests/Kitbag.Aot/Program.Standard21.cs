using System;

namespace Kitbag.Aot
{
    /// <content>Sessions, which do not exist for .NET Standard 2.0.</content>
    public static partial class Program
    {
        static partial void TrySessions(ref int failed)
        {
            try
            {
                Sessions.RunAsync(line => Console.Out.Write(line + "\n")).GetAwaiter().GetResult();
            }
            catch (Exception e)
            {
                failed++;
                Console.Out.Write("sessions: FAILED " + e + "\n");
            }
        }
    }
}
