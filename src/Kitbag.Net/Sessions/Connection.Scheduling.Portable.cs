using System.Threading;

namespace Kitbag.Net.Sessions
{
    internal sealed partial class Connection
    {
        private static readonly WaitCallback s_wake = state => ((Connection)state!).Wake();

        private void Schedule() => ThreadPool.UnsafeQueueUserWorkItem(s_wake, this);
    }
}
