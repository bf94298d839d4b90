using System;
using System.IO;

namespace Kitbag.Files
{
    /// <summary>
    /// Converts failures of the operating system to one type of exception, with a reason and a message that contains advice.
    /// </summary>
    internal static class FileErrors
    {
        private const int SharingViolation = 32, LockViolation = 33, WindowsHandleFull = 39, WindowsDiskFull = 112,
            WindowsNameTooLong = 206,
            WindowsInvalidName = 123, WindowsQuota = 1295, WindowsNotFound = 2, WindowsPathNotFound = 3, WindowsAccessDenied = 5,
            WindowsWriteProtected = 19, WindowsReplaceFailed = 1175, WindowsReplaceMoved = 1177;

        /// <summary>Returns the exception for an exception of a storage.</summary>
        /// <param name="e">The exception of the storage.</param>
        /// <param name="path">The file.</param>
        /// <param name="verb">The operation: "save", "read".</param>
        public static KitbagException Of(Exception e, string path, string verb) => e is KitbagException known
            ? known.InFile(path)
            : Make(ReasonOf(e, path), path, verb, e);

        /// <summary>The exception for an error number of Unix.</summary>
        public static KitbagException OfNumber(int error, string path, string verb) =>
            Make(OfUnix(error, path), path, verb, new IOException("The system's error number is " + ContainerFormat.Text(error) + "."));

        /// <summary>Returns whether an exception is one that a storage may throw.</summary>
        public static bool IsOfStorage(Exception e) => e is IOException or UnauthorizedAccessException or ArgumentException
            or NotSupportedException or System.Security.SecurityException or ObjectDisposedException;

        /// <summary>Returns whether a file cannot be opened because another process has it open.</summary>
        public static bool IsInUse(IOException e, string path) => ReasonOf(e, path) == KitbagErrorReason.FileInUse;

        private static KitbagException Make(KitbagErrorReason reason, string path, string verb, Exception inner)
        {
            string why = reason switch
            {
                KitbagErrorReason.FileNotFound => verb == "save" ? "its folder does not exist" : "the file or its folder does not exist",
                KitbagErrorReason.AccessDenied => "the file or its folder is read-only, or this program has no permission",
                KitbagErrorReason.DiskFull => "the disk is full, the quota is used up, or the file is larger than the system allows",
                KitbagErrorReason.BadFileName when path.Length == 0 => "the path is empty",
                KitbagErrorReason.BadFileName => "the name is too long or is not valid on this system (while a file is saved, its "
                    + "name is 13 characters longer)",
                KitbagErrorReason.NotAFile when IsCircle(path) => "its symbolic links lead in a circle",
                KitbagErrorReason.NotAFile => "there is a folder where the file should be, or a file where its folder should be",
                KitbagErrorReason.FileInUse => "another program has it open",
                _ => "the system reports: " + inner.Message,
            };
            string kept = verb == "save" && reason != KitbagErrorReason.FileNotFound ? " The existing file is unchanged." : "";
            return new KitbagException(reason, "Could not " + verb + " the file: " + why + "." + kept, -1, inner).InFile(path);
        }

        private static KitbagErrorReason ReasonOf(Exception e, string path)
        {
            if (IsFolder(path) || IsCircle(path) || (e is IOException && HasFileAsFolder(path)))
                return KitbagErrorReason.NotAFile;
            switch (e)
            {
                case PathTooLongException:
                    return KitbagErrorReason.BadFileName;
                case FileNotFoundException or DirectoryNotFoundException or DriveNotFoundException:
                    return KitbagErrorReason.FileNotFound;
                case UnauthorizedAccessException or System.Security.SecurityException:
                    return KitbagErrorReason.AccessDenied;
                // .NET throws this for a file that is larger than the system permits.
                case ArgumentOutOfRangeException:
                    return KitbagErrorReason.DiskFull;
                case ArgumentException or NotSupportedException:
                    return KitbagErrorReason.BadFileName;
            }
            int number = e.HResult;
            if ((number & 0xFFFF0000) == 0x80070000)
                return OfWindows(number & 0xFFFF, path);
            return e is IOException ? OfUnix(number, path) : KitbagErrorReason.FileFailed;
        }

        private static KitbagErrorReason OfWindows(int number, string path) => number switch
        {
            SharingViolation or LockViolation or WindowsReplaceFailed or WindowsReplaceMoved => KitbagErrorReason.FileInUse,
            WindowsHandleFull or WindowsDiskFull or WindowsQuota => KitbagErrorReason.DiskFull,
            WindowsNameTooLong or WindowsInvalidName => KitbagErrorReason.BadFileName,
            WindowsNotFound or WindowsPathNotFound => KitbagErrorReason.FileNotFound,
            WindowsAccessDenied or WindowsWriteProtected => KitbagErrorReason.AccessDenied,
            _ => KitbagErrorReason.FileFailed,
        };

        // Numbers from 35 on differ between Linux and Apple's systems.
        private static KitbagErrorReason OfUnix(int number, string path) => number switch
        {
            1 or 13 or 30 => IsFolder(path) ? KitbagErrorReason.NotAFile : KitbagErrorReason.AccessDenied,
            2 => KitbagErrorReason.FileNotFound,
            11 or 16 or 26 or 35 => KitbagErrorReason.FileInUse,
            20 or 21 or 39 or 66 => KitbagErrorReason.NotAFile,
            27 or 28 or 69 or 122 => KitbagErrorReason.DiskFull,
            36 or 63 => KitbagErrorReason.BadFileName,
            _ => KitbagErrorReason.FileFailed,
        };

        private static bool IsFolder(string path)
        {
            try
            {
                return Directory.Exists(path);
            }
            catch (Exception e) when (IsOfStorage(e))
            {
                return false;
            }
        }

        // Links that refer to each other exist, but there is no file.
        private static bool IsCircle(string path)
        {
            try
            {
                for (int i = 0; i < 40; i++)
                {
                    if (FileTraits.LinkTarget(path) is not { } target)
                        return false;
                    path = System.IO.Path.Combine(FilePaths.FolderOf(path), target);
                }
                return true;
            }
            catch (Exception e) when (IsOfStorage(e))
            {
                return false;
            }
        }

        private static bool HasFileAsFolder(string path)
        {
            try
            {
                for (string? folder = System.IO.Path.GetDirectoryName(path); !string.IsNullOrEmpty(folder);
                    folder = System.IO.Path.GetDirectoryName(folder))
                {
                    if (File.Exists(folder))
                        return true;
                    if (Directory.Exists(folder))
                        return false;
                }
            }
            catch (Exception e) when (IsOfStorage(e))
            {
            }
            return false;
        }
    }
}
