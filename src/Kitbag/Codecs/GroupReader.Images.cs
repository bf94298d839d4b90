using System;
using Kitbag.Layout;
using Kitbag.Schema;
using Kitbag.Wire;

namespace Kitbag.Codecs
{
    // Fields of records.
    public ref partial struct GroupReader
    {
        // The fields of records are not contiguous in memory; gathered, they form a column of memory images.
        private readonly void ReadFields<T>(scoped ref WireReader r, int step, Codec<T> codec, Span<T> values, ReadPlan? part)
        {
            var fields = r.Inner(FieldColumn(ref r, step));
            try
            {
                codec.ReadColumnByPlan(ref fields, values, part);
                // Only this reader knows the position in the document.
                if (part is { IsMigration: true, Check: { } })
                    ((MigratingPlan<T>)part).Reach(ref r);
            }
            catch (KitbagException e)
            {
                e.MoveTo(r.Position);
                throw;
            }
            finally
            {
                fields.Dispose();
            }
        }

        private readonly Span<byte> FieldColumn(scoped ref WireReader r, int step)
        {
            SchemaMember[] members = _plan.Writer.MemberArray;
            SchemaType type = members[step].Type;
            int size = type.Size, stride = _plan.Writer.Size, offset = 0;
            for (int i = 0; i < step; i++)
                offset += members[i].Type.Size;
            Span<byte> column = r.Rent<byte>(Sizes.Product(ref r, _count, size) + 1);
            column[0] = type.TryGetInteger(out IntegerKind kind) && kind > IntegerKind.UInt8 ? (byte)127 : (byte)0;
            for (int i = 0; i < _count; i++)
                _bytes.Slice(i * stride + offset, size).CopyTo(column.Slice(1 + i * size));
            return column;
        }
    }
}
