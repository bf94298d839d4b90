using System.Threading;

namespace Kitbag.Net.Sessions
{
    // A connection is its own work item, so scheduling a write allocates nothing.
    internal sealed partial class Connection : IThreadPoolWorkItem
    {
        void IThreadPoolWorkItem.Execute() => Wake();

        private void Schedule() => ThreadPool.UnsafeQueueUserWorkItem(this, preferLocal: false);
    }
}
