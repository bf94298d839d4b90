using System;
using System.Collections.Generic;
using System.Globalization;

namespace Kitbag.Schema
{
    /// <summary>
    /// A lock file: the schemas of a program as they were when it was written last, and as they were in each release. What changed between
    /// releases has the releases behind it, line by line, so that a change of one member is a change of one line.
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

        /// <summary>Reads a file, and makes sure that nobody has changed what was released.</summary>
        /// <param name="text">The file.</param>
        /// <param name="except">A release of which that does not matter.</param>
        /// <exception cref="SchemaException">It is no lock file, or a merge went wrong; the exception has the line.</exception>
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

        /// <summary>The file of a program that has changed. What was released stays.</summary>
        /// <param name="program">What the program has.</param>
        public SchemaLock Update(SchemaForm program)
        {
            var file = new SchemaFile();
            file.Releases.AddRange(_file.Releases);
            file.Roots.AddRange(_history.Merge(_file.Roots, program.File.Roots));
            file.Blocks.AddRange(_history.Merge(_file.Blocks, program.File.Blocks));
            return new SchemaLock(file).Sort();
        }

        /// <summary>The file once the schemas as they are locked are those of a release.</summary>
        /// <param name="name">What the release is called.</param>
        /// <exception cref="SchemaException">There is such a release, or the name is none.</exception>
        public SchemaLock Release(string name)
        {
            if (!SchemaScanner.IsWord(name) || name == SchemaDated.Next)
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

        private string Checksum(string release)
        {
            // Accidents are to be found, not attacks: whoever changes the file can change the number.
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
