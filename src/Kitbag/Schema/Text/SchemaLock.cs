using System;
using System.Collections.Generic;
using System.Globalization;

namespace Kitbag.Schema
{
    /// <summary>
    /// Represents a lock file: the schemas of a program when the file was last written, and in each release. Lines that differ between
    /// releases specify these releases, so that a change of one member is a change of one line.
    /// </summary>
    internal sealed class SchemaLock
    {
        private readonly SchemaFile _file;
        private readonly SchemaHistory _history;
        private readonly Dictionary<string, SchemaForm> _forms = new Dictionary<string, SchemaForm>(StringComparer.Ordinal);

        private SchemaLock(SchemaFile file)
        {
            file.IsLock = true;
            _file = file;
            _history = new SchemaHistory(file.Releases);
        }

        /// <summary>The lock file of a program that has none yet.</summary>
        public static SchemaLock Empty => new SchemaLock(new SchemaFile());

        /// <summary>The releases, the oldest first.</summary>
        public IReadOnlyList<SchemaRelease> Releases => _file.Releases;

        /// <summary>Reads a file, and checks that released schemas have not been changed.</summary>
        /// <param name="text">The file.</param>
        /// <param name="except">A release that is not checked.</param>
        /// <exception cref="SchemaException">The text is not a lock file, or was merged incorrectly; the exception has the
        /// line.</exception>
        public static SchemaLock Parse(string text, string? except = null)
        {
            SchemaFile file = SchemaFile.Parse(text);
            if (!file.IsLock)
                throw new SchemaException("this is not a lock file: its first line does not begin with 'kitbag.lock'", 1);
            var found = new SchemaLock(file);
            found._history.CheckNames(file);
            found.Sort();
            foreach (SchemaRelease release in file.Releases)
            {
                if (release.Name != except && release.Checksum != found.Checksum(release.Name))
                    throw new SchemaException("the schemas of release " + release.Name + " are not those that were locked: a merge or an "
                        + "edit has changed them; restore its lines, or remove the release with 'kitbag lock --forget " + release.Name
                        + "'", release.Line);
            }
            return found;
        }

        /// <summary>The schemas as they were when the file was written last.</summary>
        /// <exception cref="SchemaException">The lines contradict each other; the exception has the line.</exception>
        public SchemaForm Locked => Form(SchemaDated.Next, "");

        /// <summary>The schemas of a release.</summary>
        public SchemaForm Of(SchemaRelease release) => Form(release.Name, release.Checksum);

        // Releases that have the same schemas share them.
        private SchemaForm Form(string release, string checksum)
        {
            if (!_forms.TryGetValue(checksum, out SchemaForm? form))
                _forms.Add(checksum, form = SchemaForm.Of(_history.Part(_file, release)));
            return form;
        }

        /// <summary>Returns the file for a program that has changed. Released schemas are preserved.</summary>
        /// <param name="program">The schemas of the program.</param>
        public SchemaLock Update(SchemaForm program)
        {
            var file = new SchemaFile();
            file.Releases.AddRange(_file.Releases);
            file.Roots.AddRange(_history.Merge(_file.Roots, program.File.Roots));
            file.Blocks.AddRange(_history.Merge(_file.Blocks, program.File.Blocks));
            return new SchemaLock(file).Sort();
        }

        /// <summary>Returns whether a release can have a name.</summary>
        public static bool IsReleaseName(string name) => SchemaScanner.IsWord(name) && name != SchemaDated.Next;

        /// <summary>Returns the file with the current schemas recorded as a release.</summary>
        /// <param name="name">The name of the release.</param>
        /// <exception cref="SchemaException">The release already exists, or the name is invalid.</exception>
        public SchemaLock Release(string name)
        {
            if (!IsReleaseName(name))
                throw new SchemaException("a release cannot be called '" + name + "': expected letters, digits and . - _ +", 0);
            foreach (SchemaRelease release in Releases)
            {
                if (release.Name == name)
                    throw new SchemaException("there is a release " + name + " already", release.Line);
            }
            SchemaFile file = _history.Renamed(_file, date => date == SchemaDated.Next ? name : date);
            file.Releases.AddRange(_file.Releases);
            file.Releases.Add(new SchemaRelease(name, "", 0));
            var released = new SchemaLock(file);
            file.Releases[file.Releases.Count - 1] = new SchemaRelease(name, released.Checksum(name), 0);
            return released.Sort();
        }

        /// <summary>The file without a release.</summary>
        /// <param name="name">The release.</param>
        /// <exception cref="SchemaException">There is no such release.</exception>
        public SchemaLock Forget(string name)
        {
            int at = _file.Releases.FindIndex(release => release.Name == name);
            if (at < 0)
                throw new SchemaException("there is no release " + name, 0);
            string next = at + 1 < _file.Releases.Count ? _file.Releases[at + 1].Name : SchemaDated.Next;
            SchemaFile file = _history.Renamed(_file, date => date == name ? next : date);
            file.Releases.AddRange(_file.Releases);
            file.Releases.RemoveAt(at);
            var history = new SchemaHistory(file.Releases);
            history.Prune(file);
            return new SchemaLock(file).Sort();
        }

        /// <summary>Removes what is known of JSON, which readers of documents do not need.</summary>
        public SchemaLock WithoutJson()
        {
            foreach (SchemaBlock block in _file.Blocks)
                block.Json = null;
            return this;
        }

        private string Checksum(string release)
        {
            // Detects accidents, not attacks: anyone who changes the file can also change the checksum.
            ulong sum = 14695981039346656037;
            foreach (char one in _history.Part(_file, release).ToText(false))
                sum = (sum ^ one) * 1099511628211;
            return sum.ToString("x16", CultureInfo.InvariantCulture);
        }

        private SchemaLock Sort()
        {
            _history.Sort(_file);
            return this;
        }

        /// <summary>The file.</summary>
        public override string ToString() => _file.ToText(true);
    }
}
