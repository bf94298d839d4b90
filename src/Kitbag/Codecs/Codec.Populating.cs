using System;
using System.ComponentModel;
using Kitbag.Json;
using Kitbag.Schema;
using Kitbag.Wire;

namespace Kitbag.Codecs
{
    // Populates existing objects.
    public abstract partial class Codec<T>
    {
        /// <summary>
        /// Populates an object that the constructor of its owner created with the value that was read, for a member without a setter. Null
        /// changes nothing. Called by generated code.
        /// </summary>
        /// <param name="r">The reader, whose budget is charged.</param>
        /// <param name="target">The object that the constructor created.</param>
        /// <param name="source">The value that was read.</param>
        /// <param name="plan">The plan with which it was read; null for the reader's own schema.</param>
        /// <param name="member">The index of the member in wire order; -1 if the caller adds the path.</param>
        /// <exception cref="KitbagException">There is no object to populate, or it does not accept the value.</exception>
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
            + "create it in the constructor, or give the member a setter.";

        /// <summary>Populates an existing object with the value that was read. Neither is null.</summary>
        private protected virtual void Replace(ref WireReader r, T target, T source, ReadPlan? plan) =>
            throw r.Error(KitbagErrorReason.NotSupported,
                "A " + Schema
                + " cannot be populated; only objects of a class, lists, sets and dictionaries can. Give the member a setter.");

        /// <summary>
        /// Saves the values of the members of an object, to be restored if populating it fails; null if it cannot fail after the first
        /// change.
        /// </summary>
        /// <param name="target">The object that will be populated.</param>
        [EditorBrowsable(EditorBrowsableState.Never)]
        protected virtual object?[]? Hold(T target) => null;

        /// <summary>Restores the values of the members of an object.</summary>
        /// <param name="target">The object that was being populated.</param>
        /// <param name="held">The result of <see cref="Hold"/>.</param>
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
                // A setter rejected the value of its own getter: the exception that made populating fail is reported instead.
            }
        }

        /// <summary>Populates an existing object with the root of a document.</summary>
        internal virtual void ReadRootInto(ref WireReader r, T target, ReadPlan? plan) =>
            throw new KitbagException(KitbagErrorReason.NotSupported,
                "A " + Schema + " cannot be populated; only objects of a class, lists, sets and dictionaries can.");

        /// <summary>Populates an existing object from JSON that has been checked.</summary>
        internal virtual void ReadJsonInto(ref JsonReader r, T target) =>
            throw new KitbagException(KitbagErrorReason.NotSupported,
                "A " + Schema + " cannot be populated; only objects of a class, lists, sets and dictionaries can.");
    }
}
