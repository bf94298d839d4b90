using System;
using Kitbag.Buffers;
using Kitbag.Json;
using Kitbag.Layout;
using Kitbag.Schema;

namespace Kitbag.Codecs
{
    /// <summary>
    /// Contains the parts of planning objects that need no code for their type. Programs that are compiled ahead of time would otherwise
    /// contain that code once for each struct.
    /// </summary>
    internal static class ObjectPlans
    {
        /// <summary>The members of an object's schema.</summary>
        public static SchemaMember[] Members(ObjectDescription description)
        {
            var members = new SchemaMember[description.Names.Count];
            for (int i = 0; i < members.Length; i++)
                members[i] = new SchemaMember(description.Names[i], description.Codecs[i].Schema);
            return members;
        }

        /// <summary>Finds out which members of a writer's schema are which of an object's, and how each is read.</summary>
        /// <param name="codec">The codec of the objects.</param>
        /// <param name="name">The type's name.</param>
        /// <param name="description">Their members.</param>
        /// <param name="writer">The writer's type.</param>
        /// <param name="builder">Resolves the parts.</param>
        /// <param name="parts">How each of the writer's members is read.</param>
        /// <returns>The member that each of the writer's is, or -1.</returns>
        /// <exception cref="KitbagException">None of them is one, or one is lacking without which there is no object.</exception>
        public static int[] Match(Codec codec, string name, ObjectDescription description, SchemaType writer, PlanBuilder builder,
            out ReadPlan?[] parts)
        {
            SchemaMember[] members = writer.MemberArray;
            var targets = new int[members.Length];
            parts = new ReadPlan?[members.Length];
            for (int i = 0; i < members.Length; i++)
            {
                targets[i] = description.Find(members[i].Name, members, builder);
                if (targets[i] >= 0)
                    parts[i] = builder.Resolve(description.Codecs[targets[i]], members[i].Type, members[i].Name,
                        description.MigrationsOf(targets[i], members[i].Name));
            }
            if (members.Length != 0 && description.Names.Count != 0 && Array.TrueForAll(targets, static target => target < 0))
                builder.RefuseOther(writer, codec.Schema);
            foreach (int required in description.Required)
            {
                if (Array.IndexOf(targets, required) < 0)
                    throw builder.Mismatch("The document's '" + KitbagException.Cut(writer.Name) + "' lacks the member '"
                        + description.Names[required] + "', which is required to create a '" + name + "'.");
            }
            return targets;
        }

        /// <summary>Returns for each name of a migration the index in JSON of the member that it creates, or -1.</summary>
        public static int[] MigratedMembers(JsonMembers json, ObjectDescription description)
        {
            var members = new int[json.MigratedCount];
            for (int i = 0; i < members.Length; i++)
            {
                int member = description.Find(json.MigratedNameOf(json.Count + 1 + i));
                members[i] = json.Count - 1;
                while (members[i] >= 0 && (member < 0 || description.IndexOf(json.NameOf(members[i])) != member))
                    members[i]--;
            }
            return members;
        }

        /// <summary>Determines how rows of a schema are read, and stores the result in the plan.</summary>
        /// <param name="plan">The plan for objects of the schema.</param>
        /// <param name="codec">The codec of the objects.</param>
        /// <param name="description">The members of the objects.</param>
        /// <param name="inPlace">Whether a row may be stored separately from its payloads.</param>
        public static RowPlan Row(ReadPlan plan, Codec codec, ObjectDescription description, bool inPlace)
        {
            var forms = new SlotForm[plan.Targets.Length];
            var sizes = new int[forms.Length];
            int objects = 0;
            int room = RowPlan.RoomFor(forms.Length, plan.Unknown != null);
            bool needsScratch = room > RowPlan.CellBuffer.Count;
            for (int i = 0; i < forms.Length; i++)
            {
                if (plan.Targets[i] < 0)
                {
                    bool isNeeded = plan.Unknown != null || RowPlan.HasPayload(plan.Writer.MemberArray[i].Type);
                    forms[i] = isNeeded ? SlotForm.Value : SlotForm.Skipped;
                    continue;
                }
                Codec member = description.Codecs[plan.Targets[i]];
                forms[i] = plan.Parts[i] is { IsMigration: true } ? SlotForm.Value : member.FormOf(plan.Parts[i]);
                sizes[i] = member.ValueSize;
                if (member.IsObject)
                    objects++;
                else
                    needsScratch |= !member.HoldsUnknown && (member.HoldsObjects || member.ValueSize > RowPlan.CellSize);
            }
            needsScratch |= objects > StackBuffer<object?>.Count;
            return plan.Row = new RowPlan(plan.Writer, plan.Targets, plan.Steps, forms, sizes, room, needsScratch)
            {
                Copy = plan.Check != null ? null : Copy(plan, forms, codec, description, inPlace),
            };
        }

        // A row is copied if straight reading of the copy has the same result: all members that the document lacks are known in advance,
        // and no payload has to be skipped or read in another way.
        private static RowCopy? Copy(ReadPlan plan, SlotForm[] forms, Codec codec, ObjectDescription description, bool inPlace)
        {
            SchemaType schema = codec.Schema;
            if (plan.Writer.Kind != SchemaKind.Object || plan.Writer.IsEntry || schema.Kind != SchemaKind.Object || !inPlace
                || plan.Unknown is { IsPartial: true })
                return null;
            SchemaMember[] members = plan.Writer.MemberArray;
            var conversions = new SlotForm[forms.Length];
            for (int i = 0; i < forms.Length; i++)
            {
                if (plan.Targets[i] < 0 ? RowPlan.HasPayload(members[i].Type) : plan.Parts[i] != null && forms[i] == SlotForm.Value)
                    return null;
                if (plan.Targets[i] >= 0 && plan.Parts[i] != null)
                    conversions[i] = forms[i];
            }
            SlotValue[]? initial = null;
            bool isWhole = true;
            for (int member = 0; member < schema.MemberArray.Length; member++)
            {
                if (plan.StepOf(member) >= 0)
                    continue;
                // Unknown members are set again if there are none.
                isWhole &= member == description.Unknown;
                if (!description.IsPredictable || !description.Codecs[member].ReadsNothingAsDefault
                    || schema.MemberArray[member].Type.Slot is { Kind: SlotKind.Struct, IsNullable: false })
                    return null;
                if (!description.IsInitialized(member, out bool isConstant))
                    continue;
                if (!isConstant || (initial ??= NewSlots(codec, description)) == null
                    || !IsInSlot(schema.MemberArray[member].Type, initial![member]))
                    return null;
            }
            return RowCopy.Of(plan.Writer, schema, plan.Steps, conversions, initial,
                plan.Unknown is UnknownMembers { Kept: { } kept } ? kept.Steps : default, isWhole);
        }

        // Returns whether the slot contains the whole value; for strings, only if it is null or empty.
        private static bool IsInSlot(SchemaType type, in SlotValue slot) =>
            !slot.IsPresent || (type.Slot.Kind != SlotKind.Fixed
                && (!RowPlan.HasPayload(type) || (type.Kind == SchemaKind.String && slot.Bits == 1)));

        private static SlotValue[]? NewSlots(Codec codec, ObjectDescription description) =>
            description.Required.Count != 0 ? null : description.InitialSlots!.Of(codec);
    }
}
