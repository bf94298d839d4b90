using System;
using System.Collections.Generic;
using System.Threading;
using System.Threading.Tasks;
using Kitbag.Files;

namespace Kitbag
{
    // Reading while the log grows. A type that is an IEnumerable as well as an IAsyncEnumerable would make every query ambiguous.
    public sealed partial class KitbagLogReader<T>
    {
        private static readonly TimeSpan s_pause = TimeSpan.FromMilliseconds(50);

        /// <summary>Reads the existing records, without waiting for more.</summary>
        /// <param name="cancellationToken">A token to cancel reading.</param>
        /// <returns>The records.</returns>
        public IAsyncEnumerable<T> ReadAsync(CancellationToken cancellationToken = default) => Read(false, cancellationToken);

        /// <summary>
        /// Reads the existing records, then those that another program appends, until the token is canceled, which causes an
        /// <see cref="OperationCanceledException"/>.
        /// </summary>
        /// <param name="cancellationToken">A token to stop reading.</param>
        /// <returns>The records.</returns>
        public IAsyncEnumerable<T> Follow(CancellationToken cancellationToken) => Read(true, cancellationToken);

        private async IAsyncEnumerable<T> Read(bool follows,
            [System.Runtime.CompilerServices.EnumeratorCancellation] CancellationToken cancellationToken = default)
        {
            cancellationToken.ThrowIfCancellationRequested();
            LogFile? opened;
            while ((opened = Open()) == null)
            {
                if (!follows)
                    yield break;
                await Task.Delay(s_pause, cancellationToken).ConfigureAwait(false);
            }
            using LogFile log = opened;
            var format = new LogFormat<T>(_codec, _options);
            while (true)
            {
                cancellationToken.ThrowIfCancellationRequested();
                if (TryReadGroup(log, format, out List<T> records, out int skip))
                {
                    for (int i = skip; i < records.Count; i++)
                    {
                        // The caller may cancel while it has a record of a group.
                        cancellationToken.ThrowIfCancellationRequested();
                        yield return records[i];
                    }
                    // The caller has its own thread on which to continue, and reading a group is little work.
                    continue;
                }
                if (!follows)
                    yield break;
                await Task.Delay(s_pause, cancellationToken).ConfigureAwait(false);
            }
        }
    }
}
