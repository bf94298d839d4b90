using System.ComponentModel;
using Kitbag.Json;
using Kitbag.Wire;

namespace Kitbag.Codecs
{
    // JSON of values that a method of the program makes of what they were in older texts. A text has no schema: what its first character
    // and the names of its members say decides as what it is read.
    public abstract partial class Codec
    {
        /// <summary>How many of the members of what comes have no place in a value of this type; -1 where it is none.</summary>
        /// <param name="r">Before the value; stays there.</param>
        internal int FitJson(ref JsonReader r)
        {
            int best = FitOwnJson(ref r);
            if (OwnMigrations is { } migrations)
                Choose(ref r, migrations, ref best);
            return best;
        }

        /// <summary>The same, as far as the present type goes.</summary>
        internal virtual int FitOwnJson(ref JsonReader r) => MayBeginJson(r.Peek(), r.Options) ? 0 : -1;

        /// <summary>The migration that takes what comes, where it has a place for more of it; else null.</summary>
        /// <param name="r">Before the value; stays there.</param>
        /// <param name="migrations">Those among which is chosen.</param>
        /// <param name="best">How many members have no place, -1 where it cannot be read; lowered where one is chosen.</param>
        private protected static Migration? Choose(ref JsonReader r, MigrationSet migrations, ref int best)
        {
            Migration? chosen = null;
            foreach (Migration migration in migrations.Migrations)
            {
                if (best == 0)
                    break;
                int fit = migration.Old.FitJson(ref r);
                if (fit < 0 || (best >= 0 && fit >= best))
                    continue;
                best = fit;
                chosen = migration;
            }
            return chosen;
        }

        /// <summary>How many members of the object that comes have none of the names.</summary>
        private protected static int CountUnknown(ref JsonReader r, JsonNames names)
        {
            int start = r.Position, depth = r.Depth, unknown = 0;
            r.BeginObject();
            for (int i = 0; r.NextKey(i); i++)
            {
                string name = r.ReadMemberName();
                // What stands beside the members, as $type and $id, no type has a place for.
                if (!name.StartsWith('$') && names.Find(name, r.Options.CaseInsensitive) < 0)
                    unknown++;
                r.Skip();
            }
            r.MoveTo(start, depth);
            return unknown;
        }
    }

    public abstract partial class Codec<T>
    {
        /// <summary>
        /// Reads JSON by one of the program's methods where that has a place for more of it than the type itself. For generated code.
        /// </summary>
        /// <param name="r">Where from; before the value, and behind it where it was read.</param>
        /// <param name="value">The value.</param>
        /// <returns>Whether it was read.</returns>
        [EditorBrowsable(EditorBrowsableState.Never)]
        protected bool TryMigrateJson(ref JsonReader r, out T value)
        {
            value = default!;
            if (r.Peek() == 'n' || OwnMigrations is not { } migrations)
                return false;
            int best = FitOwnJson(ref r);
            if (Choose(ref r, migrations, ref best) is not { } chosen)
                return false;
            value = ((Migration<T>)chosen).ReadJson(ref r, this);
            return true;
        }

        /// <summary>
        /// Populates an existing object from JSON that has been found to be right: with what one of the program's methods makes of it,
        /// where that has a place for more of it than the type itself.
        /// </summary>
        internal void MigrateJsonInto(ref JsonReader r, T target)
        {
            if (OwnMigrations == null || !TryMigrateJson(ref r, out T made))
            {
                ReadJsonInto(ref r, target);
                return;
            }
            // What a document charges against its budget, a text does not.
            var all = new WireReader(default, KitbagLimits.Default, long.MaxValue);
            try
            {
                JsonGraphReader.ChangesOf(ref r)?.Hold(this, target);
                Replace(ref all, target, made ?? throw NullRoot(ref all), null);
            }
            catch (KitbagException e)
            {
                e.MoveTo(-1);
                throw;
            }
            finally
            {
                all.Dispose();
            }
        }

        /// <summary>Reads a member of which there are migrations from JSON.</summary>
        /// <param name="r">Where from; before the value, and then behind it.</param>
        /// <param name="migrations">The migrations; null where there are none under the name that the text has.</param>
        internal T ReadJsonMember(ref JsonReader r, MigrationSet? migrations)
        {
            if (migrations == null || (r.Peek() == 'n' && !migrations.IsOnly))
                return ReadJson(ref r);
            int best = migrations.IsOnly ? -1 : FitJson(ref r);
            Migration? chosen = Choose(ref r, migrations, ref best) ?? (migrations.IsOnly ? migrations.Migrations[0] : null);
            return chosen == null ? ReadJson(ref r) : ((Migration<T>)chosen).ReadJson(ref r, this);
        }

        /// <summary>
        /// Calls what is to be called once a value has been read, of one that a method of the program made. For generated code.
        /// </summary>
        /// <param name="r">What reads.</param>
        /// <param name="value">The value, not null.</param>
        [EditorBrowsable(EditorBrowsableState.Never)]
        public virtual void CompleteMigrated(ref JsonReader r, ref T value)
        {
        }
    }
}
