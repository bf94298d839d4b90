using System;
using System.Collections.Generic;
using System.IO;
using Kitbag.Files;

namespace Kitbag
{
    /// <summary>Specifies which guarantees a save gives in case of a power failure.</summary>
    public enum KitbagDurability
    {
        /// <summary>
        /// The file and its name have reached the medium when the save completes: the drive's cache is flushed as well. This is the
        /// default.
        /// </summary>
        Full,

        /// <summary>
        /// The file is passed to the drive before it replaces the old one; its name follows later. After a power failure, the old or the
        /// new file exists. Much cheaper on macOS than <see cref="Full"/>.
        /// </summary>
        Flush,

        /// <summary>
        /// Nothing is flushed. A program that ends or is killed loses nothing; a power failure may damage the newest file.
        /// </summary>
        None,
    }

    /// <summary>
    /// Specifies where files are stored. The default is the file system; derive from this class for the storage of a console or a browser,
    /// or for tests. If methods fail, they throw <see cref="IOException"/>, <see cref="UnauthorizedAccessException"/>, or a
    /// <see cref="KitbagException"/> with a more specific message. They can be called on any thread.
    /// </summary>
    public abstract class KitbagStorage
    {
        /// <summary>
        /// Gets a value indicating whether work can continue on other threads. False if the platform has no threads, as in browsers.
        /// </summary>
        public virtual bool HasThreads => true;

        /// <summary>Returns the canonical path of a file: the full path, with symbolic links resolved.</summary>
        /// <param name="path">The path that the program specified.</param>
        /// <returns>The canonical path.</returns>
        public virtual string Resolve(string path) => path;

        // The canonical path of a file, without resolving the symbolic link that it may be itself.
        internal virtual string ResolveName(string path) => Resolve(path);

        /// <summary>Opens a file for reading. Others may write, replace and delete it at the same time.</summary>
        /// <param name="path">A path that <see cref="Resolve"/> returned.</param>
        /// <returns>A stream that supports seeking.</returns>
        public abstract Stream OpenRead(string path);

        /// <summary>Creates a file for writing. Fails if the file exists.</summary>
        /// <param name="path">A path that <see cref="Resolve"/> returned.</param>
        /// <returns>A stream that supports writing.</returns>
        public abstract Stream Create(string path);

        /// <summary>
        /// Opens a file for reading and writing, and creates it if it does not exist. Others may read it at the same time.
        /// </summary>
        /// <param name="path">A path that <see cref="Resolve"/> returned.</param>
        /// <returns>A stream that supports seeking and truncation.</returns>
        public abstract Stream OpenWrite(string path);

        /// <summary>Flushes the data that was written to a file.</summary>
        /// <param name="file">A stream that <see cref="Create"/> or <see cref="OpenWrite"/> returned.</param>
        /// <param name="durability">The durability to ensure.</param>
        /// <returns>true if the data is known to have reached its destination; otherwise, false.</returns>
        /// <exception cref="IOException">Flushing failed, and the content of the file is unknown.</exception>
        public abstract bool Flush(Stream file, KitbagDurability durability);

        /// <summary>Flushes the names of the files in a folder.</summary>
        /// <param name="folder">The path of the folder.</param>
        /// <returns>true if the names are known to have reached the medium; otherwise, false.</returns>
        public abstract bool FlushFolder(string folder);

        /// <summary>Creates a folder, and those that contain it, if they do not exist. A storage without folders does nothing.</summary>
        /// <param name="folder">The path of the folder.</param>
        public virtual void CreateFolder(string folder)
        {
        }

        /// <summary>Renames a file atomically, and replaces an existing file with the new name.</summary>
        /// <param name="from">The path of the file.</param>
        /// <param name="to">The new path, in the same folder.</param>
        public abstract void Replace(string from, string to);

        /// <summary>Creates an additional name (a hard link) for a file.</summary>
        /// <param name="from">The path of the file.</param>
        /// <param name="to">The additional path, which must not exist.</param>
        /// <returns>true if the link was created; false if the storage does not support links.</returns>
        public abstract bool TryLink(string from, string to);

        /// <summary>Determines whether a file exists.</summary>
        /// <param name="path">The path of the file.</param>
        /// <returns>true if the file exists; otherwise, false.</returns>
        public abstract bool Exists(string path);

        /// <summary>Deletes a file. Does nothing if it does not exist.</summary>
        /// <param name="path">The path of the file.</param>
        public abstract void Delete(string path);

        /// <summary>Returns the paths of the files in a folder whose names start with a prefix.</summary>
        /// <param name="folder">The path of the folder.</param>
        /// <param name="start">The prefix, which may be empty.</param>
        /// <returns>The paths.</returns>
        public abstract IReadOnlyList<string> List(string folder, string start);

        /// <summary>Returns the time at which a file was written, which is used only for lists of saves.</summary>
        /// <param name="path">The path of the file.</param>
        /// <returns>The time, or <see cref="DateTime.MinValue"/> if it is unknown.</returns>
        public virtual DateTime LastWriteTime(string path) => DateTime.MinValue;

        /// <summary>Returns the length of a file in bytes.</summary>
        /// <param name="path">The path of the file.</param>
        /// <returns>The length in bytes.</returns>
        public virtual long LengthOf(string path)
        {
            using Stream file = OpenRead(path);
            return file.Length;
        }

        /// <summary>Acquires the exclusive right to write a file, which is released when the returned object is disposed.</summary>
        /// <param name="path">The path of the file.</param>
        /// <param name="timeout">How long to wait for the current owner of the lock.</param>
        /// <returns>An object that releases the lock when it is disposed, or null if the storage does not support locks.</returns>
        /// <exception cref="KitbagException">Another process holds the lock; the message identifies it.</exception>
        public virtual IDisposable? Lock(string path, TimeSpan timeout) => null;

        /// <summary>Copies the permissions of a file to the new file that will replace it.</summary>
        /// <param name="from">The existing file.</param>
        /// <param name="to">The new file.</param>
        public virtual void CopyRights(string from, string to)
        {
        }

        /// <summary>Called when a file is complete, for storages that transfer changes as a whole, as in browsers.</summary>
        /// <param name="path">The path of the file.</param>
        public virtual void Commit(string path)
        {
        }

        /// <summary>Returns the folder of a file.</summary>
        /// <param name="path">The path of the file.</param>
        /// <returns>The path of the folder.</returns>
        public virtual string FolderOf(string path) => FilePaths.FolderOf(path);
    }
}
