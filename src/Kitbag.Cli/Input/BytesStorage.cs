using System;
using System.Collections.Generic;
using System.IO;

namespace Kitbag.Cli.Input
{
    /// <summary>Contains the bytes of standard input or of a pipe as the only file, so that it is read like a file.</summary>
    internal sealed class BytesStorage : KitbagStorage
    {
        private readonly byte[] _bytes;

        public BytesStorage(byte[] bytes) => _bytes = bytes;

        public override Stream OpenRead(string path) => new MemoryStream(_bytes, writable: false);

        public override bool Exists(string path) => true;

        public override Stream Create(string path) => throw new NotSupportedException();

        public override Stream OpenWrite(string path) => throw new NotSupportedException();

        public override bool Flush(Stream file, KitbagDurability durability) => throw new NotSupportedException();

        public override bool FlushFolder(string folder) => throw new NotSupportedException();

        public override void Replace(string from, string to) => throw new NotSupportedException();

        public override bool TryLink(string from, string to) => throw new NotSupportedException();

        public override void Delete(string path) => throw new NotSupportedException();

        public override IReadOnlyList<string> List(string folder, string start) => [];
    }
}
