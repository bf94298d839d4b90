using System;
using System.Collections.Generic;
using System.IO;
using Kitbag.Files;

namespace Kitbag
{
    /// <summary>How sure it is that a save is still there after a loss of power.</summary>
    public enum KitbagDurability
    {
        /// <summary>
        /// The file and its name have reached the medium when the save ends: the drive's own cache is flushed, too. The default.
        /// </summary>
        Full,

        /// <summary>
        /// The file is handed to the drive before it takes the old one's place; its name follows when the system wants. After a loss of
        /// power the old or the new file is there. On macOS much cheaper than <see cref="Full"/>.
        /// </summary>
        Flush,

        /// <summary>
        /// Nothing is flushed. A program that ends or is killed loses nothing; after a loss of power the newest file may be damaged.
        /// </summary>
        None,
    }

    /// <summary>
    /// Where files are. The default is the file system; a console's storage or a browser's, or a test, derives from this class. Methods
    /// throw <see cref="IOException"/> and <see cref="UnauthorizedAccessException"/> where they fail, or a <see cref="KitbagException"/>
    /// that says it better. Any thread may call them.
    /// </summary>
    public abstract class KitbagStorage
    {
        /// <summary>Whether work may go on in other threads: false where the platform has none, as in browsers.</summary>
        public virtual bool HasThreads => true;

        /// <summary>The path under which a file is known here: complete, and that of the file to which a symbolic link leads.</summary>
        /// <param name="path">The path as the program gave it.</param>
        public virtual string Resolve(string path) => path;

        /// <summary>Opens a file for reading. Others may write, replace and delete it meanwhile.</summary>
        /// <param name="path">A path that <see cref="Resolve"/> gave.</param>
        /// <returns>A stream that can seek.</returns>
        public abstract Stream OpenRead(string path);

        /// <summary>Creates a file for writing; fails where there is one.</summary>
        /// <param name="path">A path that <see cref="Resolve"/> gave.</param>
        public abstract Stream Create(string path);

        /// <summary>Opens a file for reading and writing, and creates it where it is not there. Others may read it meanwhile.</summary>
        /// <param name="path">A path that <see cref="Resolve"/> gave.</param>
        /// <returns>A stream that can seek and be cut off.</returns>
        public abstract Stream OpenWrite(string path);

        /// <summary>Flushes what was written to a file.</summary>
        /// <param name="file">What <see cref="Create"/> or <see cref="OpenWrite"/> gave.</param>
        /// <param name="durability">How far.</param>
        /// <returns>Whether it is certain that it got there.</returns>
        /// <exception cref="IOException">It failed; what the file holds now is not known.</exception>
        public abstract bool Flush(Stream file, KitbagDurability durability);

        /// <summary>Flushes the names of a folder's files.</summary>
        /// <param name="folder">The folder.</param>
        /// <returns>Whether it is certain that they got there.</returns>
        public abstract bool FlushFolder(string folder);

        /// <summary>Gives a file another name, in one step. A file that had that name is gone then.</summary>
        /// <param name="from">The file.</param>
        /// <param name="to">The name, in the same folder.</param>
        public abstract void Replace(string from, string to);

        /// <summary>Gives a file one more name.</summary>
        /// <param name="from">The file.</param>
        /// <param name="to">The name, which no file of the folder has.</param>
        /// <returns>False where the system cannot do that.</returns>
        public abstract bool TryLink(string from, string to);

        /// <summary>Whether there is a file.</summary>
        /// <param name="path">The file.</param>
        public abstract bool Exists(string path);

        /// <summary>Deletes a file, if it is there.</summary>
        /// <param name="path">The file.</param>
        public abstract void Delete(string path);

        /// <summary>The paths of the files of a folder whose names begin in one way.</summary>
        /// <param name="folder">The folder.</param>
        /// <param name="start">What names begin with; may be empty.</param>
        public abstract IReadOnlyList<string> List(string folder, string start);

        /// <summary>When a file was written; only lists of saves ask. The start of time where it is not known.</summary>
        /// <param name="path">The file.</param>
        public virtual DateTime LastWriteTime(string path) => DateTime.MinValue;

        /// <summary>How many bytes a file has.</summary>
        /// <param name="path">The file.</param>
        public virtual long LengthOf(string path)
        {
            using Stream file = OpenRead(path);
            return file.Length;
        }

        /// <summary>Gets the right to write a file, which nobody else has until what is answered is disposed.</summary>
        /// <param name="path">The file.</param>
        /// <param name="timeout">How long to wait for who has it.</param>
        /// <exception cref="KitbagException">Somebody else has it; the message says who.</exception>
        public virtual IDisposable? Lock(string path, TimeSpan timeout) => null;

        /// <summary>Lets a new file be read and written by those who may read and write the one that it will replace.</summary>
        /// <param name="from">The file.</param>
        /// <param name="to">The new file.</param>
        public virtual void CopyRights(string from, string to)
        {
        }

        /// <summary>Called when a file is complete: where changes are handed over as a whole, as in browsers, this is the place.</summary>
        /// <param name="path">The file.</param>
        public virtual void Commit(string path)
        {
        }

        /// <summary>The folder of a file.</summary>
        /// <param name="path">The file.</param>
        public virtual string FolderOf(string path) => FilePaths.FolderOf(path);
    }
}
