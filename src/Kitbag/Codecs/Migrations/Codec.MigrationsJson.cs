using System;
using System.ComponentModel;
using Kitbag.Json;
using Kitbag.Wire;

namespace Kitbag.Codecs
{
    // Reads JSON of values that a method of the program creates from those of older texts. A text has no schema, so the first character and
    // the names of the members determine the type as which it is read.
    public abstract partial class Codec
    {
        /// <summary>Returns how many members of the next value do not exist in this type, or -1 if it is not a value of this
        /// type.</summary>
        /// <param name="r">The reader, positioned before the value; it does not move.</param>
        internal int FitJson(ref JsonReader r)
        {
            int best = FitOwnJson(ref r);
            if (OwnMigrations is { } migrations)
                Choose(ref r, migrations, ref best);
            return best;
        }

        /// <summary>The same for the current type alone.</summary>
        internal virtual int FitOwnJson(ref JsonReader r) => MayBeginJson(r.Peek(), r.Options) ? 0 : -1;

        /// <summary>Returns the migration that accepts more members of the next value, or null.</summary>
        /// <param name="r">The reader, positioned before the value; it does not move.</param>
        /// <param name="migrations">The migrations to choose from.</param>
        /// <param name="best">The number of members that do not exist, or -1 if the value cannot be read; reduced if a migration is
        /// chosen.</param>
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

        /// <summary>Returns the number of members of the next object that have none of the names.</summary>
        private protected static int CountUnknown(ref JsonReader r, JsonNames names)
        {
            int start = r.Position, depth = r.Depth, unknown = 0;
            r.BeginObject();
            for (int i = 0; r.NextKey(i); i++)
            {
                string name = r.ReadMemberName();
                // Metadata such as $type and $id does not belong to any type.
                if (!name.StartsWith('$') && names.Find(name, r.Options.CaseInsensitive) < 0
                    && !names.IsSkipped(name, r.Options.CaseInsensitive))
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
        /// Reads JSON with a migration if that accepts more of it than the type itself. Called by generated code.
        /// </summary>
        /// <param name="r">The reader, before the value; behind it if it was read.</param>
        /// <param name="value">The value.</param>
        /// <returns>Whether it was read.</returns>
        [EditorBrowsable(EditorBrowsableState.Never)]
        protected bool TryMigrateJson(ref JsonReader r, out T value)
        {
            value = default!;
            if (OwnMigrations is not { } migrations)
                return false;
            Migration? chosen;
            if (r.Peek() == 'n')
            {
                chosen = ChooseForNull(migrations);
            }
            else
            {
                int best = FitOwnJson(ref r);
                chosen = Choose(ref r, migrations, ref best);
            }
            if (chosen == null)
                return false;
            value = ((Migration<T>)chosen).ReadJson(ref r, this);
            return true;
        }

        // Null remains null if the type permits it, because the text may be one of the current version.
        private static Migration? ChooseForNull(MigrationSet migrations) =>
            default(T) is null ? null : Array.Find(migrations.Migrations, migration => migration.TakesNull);

        /// <summary>
        /// Populates an existing object from JSON that has been checked: from the result of one of the program's methods, if that accepts
        /// more members than the type itself.
        /// </summary>
        internal void MigrateJsonInto(ref JsonReader r, T target)
        {
            if (OwnMigrations == null || !TryMigrateJson(ref r, out T made))
            {
                ReadJsonInto(ref r, target);
                return;
            }
            // Reading a text does not charge the budget that reading a document charges.
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

        /// <summary>Reads a member that has migrations from JSON.</summary>
        /// <param name="r">The reader, positioned before the value, and then after it.</param>
        /// <param name="migrations">The migrations, or null if there are none for the name in the text.</param>
        internal T ReadJsonMember(ref JsonReader r, MigrationSet? migrations)
        {
            if (migrations == null)
                return ReadJson(ref r);
            Migration? chosen;
            if (r.Peek() == 'n' && !migrations.IsOnly)
            {
                chosen = ChooseForNull(migrations);
            }
            else
            {
                int best = migrations.IsOnly ? -1 : FitJson(ref r);
                chosen = Choose(ref r, migrations, ref best) ?? (migrations.IsOnly ? migrations.Migrations[0] : null);
            }
            return chosen == null ? ReadJson(ref r) : ((Migration<T>)chosen).ReadJson(ref r, this);
        }

        /// <summary>
        /// Calls the callbacks after reading for a value that a migration created. Called by generated code.
        /// </summary>
        /// <param name="r">The reader.</param>
        /// <param name="value">The value, not null.</param>
        [EditorBrowsable(EditorBrowsableState.Never)]
        public virtual void CompleteMigrated(ref JsonReader r, ref T value)
        {
        }
    }
}
