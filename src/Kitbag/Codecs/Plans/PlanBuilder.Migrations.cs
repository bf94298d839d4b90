using System;
using System.Collections.Generic;
using Kitbag.Schema;

namespace Kitbag.Codecs
{
    // Determines as which type a value with migrations is read: as its present type, or as the parameter of one of the migrations.
    internal sealed partial class PlanBuilder
    {
        // The earlier choices, shared with nested builders; those of nested trials are separate.
        private Dictionary<PlanKey, Choice>? _choices;

        // The number of current trials: a trial does not follow references of nested trials, so that none is as deep as a graph.
        private int _trials;

        private static readonly Choice s_none = new Choice(null, default);

        private sealed class Choice
        {
            public readonly Migration? Migration;
            public readonly PlanFit Fit;

            public Choice(Migration? migration, PlanFit fit)
            {
                Migration = migration;
                Fit = fit;
            }
        }

        /// <summary>Resolves a member that has migrations.</summary>
        internal ReadPlan? Resolve(Codec codec, SchemaType writer, string step, MigrationSet? migrations)
        {
            if (migrations == null)
                return Resolve(codec, writer, step);
            _path.Add(step);
            Listener?.Enter(writer, codec.Schema);
            _writers.Add(writer);
            ReadPlan? plan = Choose(codec, writer, migrations, isMember: true);
            _writers.RemoveAt(_writers.Count - 1);
            Listener?.Leave();
            _path.RemoveAt(_path.Count - 1);
            return plan;
        }

        /// <summary>Whether a migration of the reader's type as a whole converts the written values.</summary>
        internal bool Migrates(Codec codec, SchemaType writer) =>
            codec.OwnMigrations is { } set && Find(codec, writer, set, isMember: false).Migration != null;

        private ReadPlan? Choose(Codec codec, SchemaType writer, MigrationSet set, bool isMember)
        {
            if (writer == codec.Schema && !set.IsOnly)
                return ResolveOwn(this, codec, writer, isMember);
            Choice choice = Find(codec, writer, set, isMember);
            if (choice.Migration is { } chosen)
            {
                Listener?.Migrates(chosen.Method);
                return chosen.Plan(codec, writer, Resolve(chosen.Old, writer), Check, choice.Fit, UnknownCases);
            }
            return set.IsOnly ? throw Mismatch(writer, set.Migrations[0].Old.Schema) : ResolveOwn(this, codec, writer, isMember);
        }

        private Choice Find(Codec codec, SchemaType writer, MigrationSet set, bool isMember)
        {
            var key = new PlanKey(set, writer, _trials > 0 ? 1 : 0);
            _choices ??= new Dictionary<PlanKey, Choice>();
            if (_choices.TryGetValue(key, out Choice? choice))
                return choice;
            // Until the choice is known: a request for it during the trial means that the type contains itself.
            _choices[key] = s_none;
            PlanFit? best = set.IsOnly ? null : Try(codec, writer, builder => ResolveOwn(builder, codec, writer, isMember));
            Migration? chosen = null;
            foreach (Migration migration in set.Migrations)
            {
                if (best?.IsExact == true)
                    break;
                PlanFit? fit = Try(migration.Old, writer, builder => builder.Resolve(migration.Old, writer));
                if (fit == null || (best != null && !fit.Value.IsBetterThan(best.Value)))
                    continue;
                best = fit;
                chosen = migration;
            }
            return _choices[key] = new Choice(chosen, best ?? default);
        }

        private static ReadPlan? ResolveOwn(PlanBuilder builder, Codec codec, SchemaType writer, bool isMember) =>
            isMember ? builder.Resolve(codec, writer) : codec.Resolve(writer, builder);

        // Returns how well a codec reads the written values, or null if it cannot.
        private PlanFit? Try(Codec codec, SchemaType writer, Func<PlanBuilder, ReadPlan?> resolve)
        {
            var trial = new PlanBuilder(UnknownCases)
            {
                Tracked = Array.ConvertAll(_parts, part => part.Writer),
                _choices = _choices,
                _trials = _trials + 1,
            };
            trial._writers.Add(writer);
            try
            {
                var fits = new PlanFits();
                PlanFit fit = fits.Of(codec.Schema, resolve(trial));
                // The objects that it refers to, not those that these refer to.
                int waiting = _trials == 0 ? trial._waiting.Count : 0;
                for (int i = 0; i < waiting; i++)
                    trial._waiting[i]();
                foreach (GraphPart part in trial._parts)
                    fit += part.Codec == null ? default : fits.Of(part.Codec.Schema, part.Plan);
                foreach (ValuePart part in trial._values)
                    fit += fits.Of(part.Codec.Schema, part.Plan);
                return fit;
            }
            catch (KitbagException)
            {
                return null;
            }
        }
    }
}
