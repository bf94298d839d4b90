using System.Linq;
using Kitbag.Generator.Model;

namespace Kitbag.Generator.Emitting
{
    /// <summary>Emits how members of objects are gathered into columns, and how objects are created from columns.</summary>
    internal static class GroupEmitter
    {
        public static void EmitWrite(CodeWriter code, RowLayout layout)
        {
            TypeModel type = layout.Type;
            code.Open("protected override bool WriteGroup(ref WireWriter w, ref SegmentedSpan<" + layout.Self + "> objects)");
            bool gathers = layout.Members.Length != 0 || layout.Model.IsOpen || layout.Model.Before.Count != 0;
            // No callbacks may run for an object that will be gathered again, without the nulls.
            if (!type.IsValueType && (!gathers || layout.Model.Before.Count != 0))
                code.Line("if (objects.AnyNull()) return false;");
            if (gathers)
                EmitGather(code, layout);
            if (layout.Members.Length == 0)
            {
                code.Line("objects.WriteNoNulls(ref w);");
            }
            else
            {
                // One pass determines which columns exist, another one writes them.
                RowMember[] own = layout.Members.Where(HasBuilder).ToArray();
                code.Line("while (group.Next(ref w))" + (own.Length == 0 ? " { }" : ""));
                if (own.Length > 1)
                    code.Open();
                foreach (RowMember m in own)
                    code.Inner("group.Write(ref w, " + m.Index + ", " + m.Local + ");", own.Length == 1);
                if (own.Length > 1)
                    code.Close();
            }
            code.Line("return true;");
            code.Close();
            code.Line();
        }

        private static void EmitGather(CodeWriter code, RowLayout layout)
        {
            TypeModel type = layout.Type;
            code.Line("int i = 0;");
            if (layout.Members.Length != 0)
                code.Line("var group = ColumnWriter.Of(ref w, " + Text(layout.Members.Length) + ", objects);");
            foreach (RowMember m in layout.Members)
                code.Line("var " + m.Local + (m.IsString ? " = group.RentStrings(ref w);"
                    : m.Member.IsUnknownStore ? " = group.RentUnknown();" : " = group.Rent(" + m.Codec + ");"));
            code.Line("while (objects.Next(out var part))");
            // A copy of a struct is needed if a callback changes it, or if an accessor takes its address.
            bool copies = type.IsValueType && (layout.Model.Before.Count != 0 || layout.Members.Any(m => m.Member.HasHiddenGetter));
            code.Open("foreach (" + (type.IsValueType ? "ref readonly " : "") + "var " + (copies ? "each" : "item") + " in part)");
            if (copies)
                code.Line("var item = each;");
            if (!type.IsValueType && layout.Model.Before.Count == 0)
                code.Line("if (item is null) return false;");
            ConstructionEmitter.EmitBefore(code, layout, "item");
            foreach (RowMember m in layout.Members)
                code.Line(HasBuilder(m) ? m.Local + ".Add(ref w, i, " + m.Get("item") + ");"
                    : m.Local + "[i] = " + m.ToCodec(m.Get("item")) + ";");
            code.Line("i++;");
            code.Close();
        }

        // Whether the column of a member is gathered by a builder that also writes it.
        private static bool HasBuilder(RowMember m) => m.IsString || m.Member.IsUnknownStore;

        public static void EmitRead(CodeWriter code, RowLayout layout)
        {
            TypeModel type = layout.Type;
            code.Open("protected override void ReadGroup(ref WireReader r, ref GroupReader group, ref SegmentedSpan<"
                + layout.Self + "> objects, bool populate)");
            ConstructionEmitter.EmitRefusePopulate(code, type);
            // Declared first, so that these are among the locals with the shortest instructions.
            code.Line("int i = 0;");
            code.Line(layout.Self + " item;");
            foreach (RowMember m in layout.Members)
                code.Line("var " + m.Local + (m.IsString ? " = group.ReadStrings(ref r);"
                    : m.Member.IsUnknownStore ? " = UnknownCodec.Read(ref r, ref group);" : " = group.Read(ref r, " + m.Codec + ");"));
            RowMember[] optional = layout.Members.Where(m => m.Member.Assignment == MemberAssignment.Initializer && !m.Member.IsRequired)
                .ToArray();
            if (optional.Length != 0)
                code.Line("bool isWhole = " + string.Join(" && ", optional.Select(m => m.Local + ".Has(0)")) + ";");
            code.Line("while (objects.Next(out var part))");
            code.Open("foreach (ref var each in part)");
            // A member that the document lacks keeps the value of its initializer, which is known only after an object has been created.
            if (optional.Length != 0)
                code.Line("var fresh = isWhole ? default(" + layout.Self + ") : " + ConstructionEmitter.MakeBare(layout, Argument(layout))
                    + ";");
            string make = type.IsTracked ? "CreateEmpty()" : ConstructionEmitter.Make(layout, Argument(layout), m => m.Member.IsRequired
                ? m.At("i") : m.Local + ".Has(0) ? " + m.At("i") + " : " + m.Get("fresh"));
            code.Line("item = " + (ConstructionEmitter.CanPopulate(type) && !type.IsValueType ? "populate ? each : " : "") + make
                + ";");
            foreach (RowMember m in layout.InSetOrder)
            {
                if (!m.Member.IsSetAfter && m.Member.Assignment != MemberAssignment.Populate)
                    continue;
                // Documents without a required member are refused before any object is created.
                if (m.Member is { IsRequired: true, HasHiddenSetter: false, Containers.Count: 0 } && !type.IsTracked
                    && layout.Unknown == null)
                {
                    code.Line(m.SetRead("item", m.At("i")));
                    continue;
                }
                code.Line("if (" + m.Local + ".Has(i)" + layout.UnlessContained(m, container => container.Local + ".Has(i)") + ") "
                    + (m.Member.IsSetAfter
                    ? m.SetRead("item", m.At("i"))
                    : "group.Populate(ref r, " + m.Index + ", " + m.Codec + ", " + m.Local + ", " + m.Get("item") + ", i);"));
            }
            GraphEmitter.EmitAfterGroup(code, layout, "item");
            code.Line("each = item;");
            code.Line("i++;");
            code.Close();
            code.Close();
            code.Line();
        }

        private static System.Func<RowMember, string> Argument(RowLayout layout) => m =>
            layout.ParameterOf(m) is { Default: { Length: > 0 } } parameter
                ? ConstructionEmitter.ValueOrDefault(parameter, m.Local + ".Has(0)", m.At("i"))
                : m.At("i");

        private static string Text(int number) => number.ToString(System.Globalization.CultureInfo.InvariantCulture);
    }
}
