using System;
using System.Collections.Generic;
using System.Linq;
using Kitbag.Dynamic;
using Kitbag.Schema;
using Xunit;

namespace Kitbag.Tests
{
    /// <summary>Types that have the name of a form of the library, such as a pair of a key and a value, and almost its shape.</summary>
    public class HostileFormsTests
    {
        private static readonly SchemaKind[] s_scalars =
        {
            SchemaKind.Boolean, SchemaKind.Byte, SchemaKind.Int32, SchemaKind.Int64, SchemaKind.Single, SchemaKind.Double,
            SchemaKind.String, SchemaKind.DateTime, SchemaKind.Guid, SchemaKind.Decimal, SchemaKind.DateTimeOffset,
        };

        private static SchemaType One(SchemaKind kind) => SchemaType.BuiltIn(kind);

        private static SchemaType Many(SchemaKind kind) => SchemaType.SequenceOf(One(kind));

        private static SchemaType Object(string name, bool isStruct, params SchemaMember[] members) =>
            new SchemaType(SchemaKind.Object, name) { IsStruct = isStruct, MemberArray = members };

        private static SchemaMember Member(string name, SchemaType type) => new SchemaMember(name, type);

        private static SchemaType Form(int number)
        {
            SchemaType single = One(SchemaKind.Single);
            switch (number)
            {
                case 0:
                    return Object("object", false, Member("Bytes", Many(SchemaKind.Byte)), Member("Integers", Many(SchemaKind.Int64)),
                        Member("Reals", Many(SchemaKind.Double)), Member("Texts", Many(SchemaKind.String)),
                        Member("Types", Many(SchemaKind.Byte)));
                case 1:
                    return Object("KeyValuePair", true, Member("Key", One(SchemaKind.Int32)), Member("Value", One(SchemaKind.String)));
                case 2:
                    return Object("Array2", false, Member("Items", Many(SchemaKind.Int32)), Member("Lengths", Many(SchemaKind.Int32)));
                case 3:
                    return Object("PriorityQueueEntry", true, Member("Element", One(SchemaKind.Int32)),
                        Member("Priority", One(SchemaKind.Int32)));
                case 4:
                    return Object("Keeping", false, Member("$unknown", Many(SchemaKind.Byte)), Member("Name", One(SchemaKind.String)));
                case 5:
                    return new SchemaType(SchemaKind.Record, "Vector2") { MemberArray = [Member("X", single), Member("Y", single)] };
                default:
                    return new SchemaType(SchemaKind.Record, "Plane")
                    {
                        MemberArray =
                        [
                            Member("Normal", new SchemaType(SchemaKind.Record, "Vector3")
                            {
                                MemberArray = [Member("X", single), Member("Y", single), Member("Z", single)],
                            }),
                            Member("D", single),
                        ],
                    };
            }
        }

        private static SchemaType Changed(SchemaType form, Random random)
        {
            var members = new List<SchemaMember>(form.MemberArray);
            bool isStruct = form.IsStruct;
            SchemaKind kind = form.Kind;
            for (int changes = random.Next(3); changes > 0; changes--)
            {
                int at = random.Next(members.Count);
                SchemaKind scalar = s_scalars[random.Next(s_scalars.Length)];
                switch (random.Next(6))
                {
                    case 0 when members.Count > 1:
                        members.RemoveAt(at);
                        break;
                    case 1:
                        isStruct = !isStruct && kind == SchemaKind.Object;
                        break;
                    case 2:
                        members.Insert(at, Member("M" + members.Count, One(SchemaKind.Int32)));
                        break;
                    case 3:
                        members[at] = Member(members[at].Name, kind == SchemaKind.Record ? One(SchemaKind.Byte) : Many(scalar));
                        break;
                    case 4:
                        members[at] = Member(members[at].Name, Form(kind == SchemaKind.Record ? 5 : random.Next(7)));
                        break;
                    default:
                        members[at] = Member(members[at].Name, kind == SchemaKind.Record ? One(SchemaKind.Double) : One(scalar));
                        break;
                }
            }
            return new SchemaType(kind, form.Name) { IsStruct = isStruct, MemberArray = members.ToArray() };
        }

        private static SchemaType Around(SchemaType form, Random random) => random.Next(6) switch
        {
            0 => SchemaType.SequenceOf(form),
            1 => SchemaType.MapOf(One(SchemaKind.String), form),
            2 => SchemaType.MapOf(form, One(SchemaKind.Int32)),
            3 => SchemaType.NullableOf(form),
            4 => new SchemaType(SchemaKind.Union, "object")
            {
                MemberArray = [Member("List<", SchemaType.SequenceOf(form)), Member("object", Form(0)), Member("Dictionary<x>", form)],
            },
            _ => form,
        };

        // A text of the type; the constant of each scalar, so that columns contain values.
        private static string Text(SchemaType type) => type.Kind switch
        {
            SchemaKind.Object when type.IsAny => "[1,\"a\"]",
            SchemaKind.Object when SchemaForms.RankOf(type) != 0 => "[[1,2]]",
            SchemaKind.Object => "{" + string.Join(",", type.Members.Where(m => !SchemaForms.IsStore(m))
                .Select(m => "\"" + m.Name + "\":" + Text(m.Type))) + "}",
            SchemaKind.Record => SchemaForms.IsVector(type)
                ? "[" + string.Join(",", type.Members.Select(m => Text(m.Type))) + "]"
                : "{" + string.Join(",", type.Members.Select(m => "\"" + m.Name + "\":" + Text(m.Type))) + "}",
            SchemaKind.Sequence when type.Element!.Kind == SchemaKind.Byte => "\"AQI=\"",
            SchemaKind.Sequence => "[" + Text(type.Element!) + "," + Text(type.Element!) + "]",
            SchemaKind.Map when type.Key!.Kind == SchemaKind.String => "{\"k\":" + Text(type.Element!) + "}",
            SchemaKind.Map => "[{\"Key\":" + Text(type.Key!) + ",\"Value\":" + Text(type.Element!) + "}]",
            SchemaKind.Nullable => Text(type.Element!),
            SchemaKind.Union => "{\"$type\":\"" + type.Members[^1].Name + "\"," + Text(type.Members[^1].Type).TrimStart('{'),
            SchemaKind.Boolean => "true",
            SchemaKind.String => "\"text\"",
            SchemaKind.DateTime => "\"2020-01-02T03:04:05\"",
            SchemaKind.DateTimeOffset => "\"2020-01-02T03:04:05+01:00\"",
            SchemaKind.Guid => "\"6f9619ff-8b86-d011-b42d-00c04fc964ff\"",
            _ => "7",
        };

        [Fact]
        public void Only_types_of_the_exact_shape_are_taken_for_the_form()
        {
            int read = 0;
            for (int seed = 0; seed < 4000; seed++)
            {
                var random = new Random(seed);
                SchemaType type = Around(Changed(Form(random.Next(7)), random), random);
                KitbagDocument? document = null;
                KitbagSchema? schema = null;
                Attempt(seed, () => schema = KitbagSchema.Parse(SchemaWriter.Write(type).ToArray()));
                if (schema == null)
                    continue;
                Attempt(seed, () => _ = schema.ToText());
                Attempt(seed, () => document = KitbagDocument.FromJson(Text(schema.Root), schema));
                byte[]? written = document?.ToBytes();
                if (written != null)
                    read++;
                byte[] bytes = written ?? KitbagDocument.FromJson("null", KitbagSchema.Parse(SchemaWriter.Write(
                    SchemaType.SequenceOf(type)).ToArray())).ToBytes();
                Examine(seed, bytes);
                for (int i = 0; i < 3 && written != null; i++)
                {
                    byte[] damaged = (byte[])written.Clone();
                    damaged[random.Next(written.Length / 2, written.Length)] = (byte)random.Next(256);
                    Examine(seed, damaged);
                }
            }
            Assert.True(read > 2500, read + " were read");
        }

        private static void Examine(int seed, byte[] bytes)
        {
            KitbagDocument? document = null;
            Attempt(seed, () => document = KitbagDocument.Parse(bytes));
            if (document == null)
                return;
            Attempt(seed, () => Walk(document.Root, 0));
            Attempt(seed, () => document.ToCSharp());
            Attempt(seed, () => document.ToJson());
            Attempt(seed, document.Verify);
            Attempt(seed, () => document.Sizes());
            Attempt(seed, () => KitbagDocument.Compare(document, KitbagDocument.Parse(bytes)));
        }

        private static void Walk(KitbagNode node, int depth)
        {
            _ = node.ToString() + node.Path + node.TypeName;
            Assert.True(depth < 20);
            foreach (KitbagMember member in node.Members)
                Walk(member.Value, depth + 1);
            foreach (KitbagNode item in node.Items.Take(10))
                Walk(item, depth + 1);
            foreach (KitbagEntry entry in node.Entries.Take(10))
            {
                Walk(entry.Key, depth + 1);
                Walk(entry.Value, depth + 1);
            }
            if (node.Kind == KitbagNodeKind.Object && node.Type.Members.Any(SchemaForms.IsStore))
                Walk(node.Unknown, depth + 1);
        }

        private static void Attempt(int seed, Action action)
        {
            try
            {
                action();
            }
            catch (KitbagException e) when (e.Reason != KitbagErrorReason.Defect)
            {
            }
            catch (Exception e)
            {
                throw new InvalidOperationException("Seed " + seed + ": " + e.GetType().Name, e);
            }
        }

        [Fact]
        public void A_class_that_is_only_called_like_a_pair_is_declared()
        {
            KitbagDocument document = KitbagDocument.FromJson("""{"Key":5}""",
                KitbagSchema.Parse(SchemaWriter.Write(Object("KeyValuePair", false, Member("Key", One(SchemaKind.Int32)))).ToArray()));
            Assert.Contains("public sealed class KeyValuePair", document.ToCSharp(), StringComparison.Ordinal);
            SchemaType any = Form(0);
            any.MemberArray[3] = Member("Texts", One(SchemaKind.DateTime));
            document = KitbagDocument.FromJson("""{"Texts":"2020-01-02T03:04:05"}""",
                KitbagSchema.Parse(SchemaWriter.Write(any).ToArray()));
            Assert.Equal(new DateTime(2020, 1, 2, 3, 4, 5), document.Root["Texts"].GetDateTime());
        }
    }
}
