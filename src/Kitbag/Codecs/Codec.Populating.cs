using System;
using System.ComponentModel;
using Kitbag.Json;
using Kitbag.Schema;
using Kitbag.Wire;

namespace Kitbag.Codecs
{
    // How objects that exist are populated.
    public abstract partial class Codec<T>
    {
        /// <summary>
        /// Makes an object that its owner's constructor made hold what was read: what stands for a member without a setter. Null changes
        /// nothing. For generated code.
        /// </summary>
        /// <param name="r">What reads; its budget is charged.</param>
        /// <param name="target">What the constructor made.</param>
        /// <param name="source">What was read.</param>
        /// <param name="plan">How it was read, where another schema wrote it; else null.</param>
        /// <param name="member">Which member it is, as its place in wire order; -1 where the caller knows the path.</param>
        /// <exception cref="KitbagException">There is nothing to populate, or it does not take what was read.</exception>
        [EditorBrowsable(EditorBrowsableState.Never)]
        public void Populate(ref WireReader r, T target, T source, ReadPlan? plan, int member = -1)
        {
            if (source is null)
                return;
            try
            {
                if (target is null)
                    throw r.Error(KitbagErrorReason.NotSupported, NothingToPopulate);
                Replace(ref r, target, source, plan);
            }
            catch (KitbagException e) when (member >= 0)
            {
                e.RefusedBy(this, member);
                throw;
            }
        }

        private const string NothingToPopulate =
            "The member has no setter and the constructor leaves it null, so there is no object to populate: "
            + "let the constructor make it, or give the member a setter.";

        /// <summary>Makes an existing object hold what was read. Neither is null.</summary>
        private protected virtual void Replace(ref WireReader r, T target, T source, ReadPlan? plan) =>
            throw r.Error(KitbagErrorReason.NotSupported,
                "A " + Schema
                + " cannot be populated; only objects of a class, lists, sets and dictionaries can. Give the member a setter.");

        /// <summary>
        /// What the members of an object hold, to be given back where populating it fails; null where that does not fail midway.
        /// </summary>
        /// <param name="target">The object that will be populated.</param>
        [EditorBrowsable(EditorBrowsableState.Never)]
        protected virtual object?[]? Hold(T target) => null;

        /// <summary>Gives the members of an object back what they held.</summary>
        /// <param name="target">The object that was being populated.</param>
        /// <param name="held">What <see cref="Hold"/> returned.</param>
        [EditorBrowsable(EditorBrowsableState.Never)]
        protected virtual void GiveBack(T target, object?[] held)
        {
        }

        /// <inheritdoc cref="Hold"/>
        internal virtual object?[]? HoldTarget(T target) => Hold(target);

        /// <inheritdoc cref="GiveBack"/>
        internal virtual void RestoreTarget(T target, object?[] held)
        {
            try
            {
                GiveBack(target, held);
            }
            catch (Exception e) when (UserCodeError.Is(e))
            {
                // A setter that refuses what its own getter gave: what made populating fail is told.
            }
        }

        /// <summary>Populates an existing object with the root of a document.</summary>
        internal virtual void ReadRootInto(ref WireReader r, T target, ReadPlan? plan) =>
            throw new KitbagException(KitbagErrorReason.NotSupported,
                "A " + Schema + " cannot be populated; only objects of a class, lists, sets and dictionaries can.");

        /// <summary>Populates an existing object from JSON that has been found to be right.</summary>
        internal virtual void ReadJsonInto(ref JsonReader r, T target) =>
            throw new KitbagException(KitbagErrorReason.NotSupported,
                "A " + Schema + " cannot be populated; only objects of a class, lists, sets and dictionaries can.");
    }
}
