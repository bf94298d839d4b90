using System;
using System.Diagnostics;
using System.IO;
using System.Text;
using System.Threading;

namespace Kitbag.Files
{
    /// <summary>
    /// Represents a lock file beside the file that is written: it is locked by the operating system, and contains the name of the process
    /// that holds it, for messages and for mounts whose locks have no effect. It is deleted when the lock is released; a lock file of a
    /// killed process is taken over.
    /// </summary>
    internal sealed class FileLock : IDisposable
    {
        private const string Extension = ".lock";
        private const int Most = 4096;

        private readonly FileStream _file;
        private readonly string _name;

        private FileLock(FileStream file, string name)
        {
            _file = file;
            _name = name;
        }

        public static FileLock Acquire(string path, TimeSpan timeout)
        {
            string name = path + Extension;
            long start = Stopwatch.GetTimestamp();
            string who = "another process has locked it";
            for (int i = 0; ; i++)
            {
                FileLock? held = TryAcquire(name, ref who);
                if (held != null)
                    return held;
                if ((Stopwatch.GetTimestamp() - start) / (double)Stopwatch.Frequency >= timeout.TotalSeconds)
                    throw new KitbagException(KitbagErrorReason.FileInUse, "Could not write the file: " + who + ". It is unchanged.")
                        .InFile(path);
                Thread.Sleep(Math.Min(1 + i, 20));
            }
        }

        private static FileLock? TryAcquire(string name, ref string who)
        {
            FileStream file;
            try
            {
                // On Unix, only an exclusive share is a lock; on Windows, other processes must be able to read which process holds it.
                FileShare share = System.IO.Path.DirectorySeparatorChar == '/' ? FileShare.None : FileShare.Read;
                file = new FileStream(name, FileMode.OpenOrCreate, FileAccess.ReadWrite, share, 1);
            }
            // The process that holds the lock may delete the file at any time.
            catch (IOException e) when (File.Exists(name) || FileErrors.IsInUse(e, name))
            {
                if (Read(name) is { } text && ProcessIdentity.Parse(text) is { } holder)
                    who = holder.Description;
                return null;
            }
            bool isHeld = false, isOwn = false;
            try
            {
                string before = Read(file);
                if (ProcessIdentity.Parse(before) is { } other)
                {
                    if (other.IsAlive())
                    {
                        who = other.Description;
                        return null;
                    }
                }
                else if (!ProcessIdentity.IsStart(before))
                {
                    throw new KitbagException(KitbagErrorReason.NotKitbag, "The file has the name of a lock file, which exists while "
                        + "another file is written, but it is not one: rename it, or delete it. Nothing was changed.").InFile(name);
                }
                string own = ProcessIdentity.Own().ToString();
                isOwn = true;
                Write(file, own);
                isOwn = false;
                // The previous holder may have deleted this very file after it was opened here: then it no longer has a name.
                isHeld = Read(name) is not { } seen || seen == own;
                return isHeld ? new FileLock(file, name) : null;
            }
            finally
            {
                // If it cannot be written, the disk is full.
                if (isOwn)
                    new FileLock(file, name).Dispose();
                else if (!isHeld)
                    file.Dispose();
            }
        }

        /// <summary>Updates the lock file, for machines that cannot check whether the process is alive.</summary>
        public void Renew() => Write(_file, ProcessIdentity.Own().ToString());

        private static void Write(FileStream file, string text)
        {
            byte[] bytes = Encoding.UTF8.GetBytes(text);
            file.Position = 0;
            file.Write(bytes, 0, bytes.Length);
            file.SetLength(bytes.Length);
            file.Flush();
        }

        private static string Read(FileStream file)
        {
            var bytes = new byte[(int)Math.Min(file.Length, Most)];
            int length = 0, n;
            while ((n = file.Read(bytes, length, bytes.Length - length)) > 0)
                length += n;
            return Encoding.UTF8.GetString(bytes, 0, length);
        }

        // On Unix the framework would wait for the lock itself.
        private static string? Read(string name)
        {
            if (System.IO.Path.DirectorySeparatorChar == '/')
                return UnixCalls.ReadStart(name, Most);
            try
            {
                using var file = new FileStream(name, FileMode.Open, FileAccess.Read, FileShare.ReadWrite | FileShare.Delete, 1);
                return Read(file);
            }
            catch (Exception e) when (FileErrors.IsOfStorage(e))
            {
                return null;
            }
        }

        public void Dispose()
        {
            bool isUnix = System.IO.Path.DirectorySeparatorChar == '/';
            try
            {
                // Windows does not delete open files; there, a process that opens the file in between keeps it.
                if (!isUnix)
                    _file.Dispose();
                File.Delete(_name);
            }
            catch (Exception e) when (FileErrors.IsOfStorage(e))
            {
            }
            finally
            {
                _file.Dispose();
            }
        }
    }
}
