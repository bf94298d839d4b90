using System;
using System.Collections.Generic;
using Kitbag.Buffers;

namespace Kitbag.Files
{
    /// <summary>Copies the contents of a file to another file without its types.</summary>
    internal static class CopyJob
    {
        public static KitbagSaved Run(string from, string to, KitbagFileOptions read, KitbagFileOptions write)
        {
            from = FileGuard.Resolve(from, read.Storage);
            to = FileGuard.Resolve(to, write.Storage);
            var files = new List<string> { from };
            files.AddRange(Generations.StandIns(from, read));
            KitbagException? first = null;
            foreach (string file in files)
            {
                var body = new ChunkWriter(64 * 1024);
                try
                {
                    using KitbagContainer container = KitbagContainer.OpenResolved(file, read);
                    byte[] document = container.ReadBody();
                    document.AsSpan().CopyTo(body.GetSpan(document.Length));
                    body.Advance(document.Length);
                    return SaveQueue.Run(new SaveJob(to, body, container.Info.ToArray(), write, null, default));
                }
                catch (KitbagException e) when (Generations.IsDamage(e.InFile(file), false) && e.File == file)
                {
                    body.Dispose();
                    first ??= e;
                }
            }
            throw first!;
        }
    }
}
