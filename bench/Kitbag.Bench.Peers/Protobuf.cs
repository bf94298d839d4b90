using System;
using System.Collections.Generic;
using System.Linq;
using ProtoBuf.Meta;
using Workloads;

namespace Kitbag.Bench.Peers
{
    /// <summary>
    /// The workloads' types to protobuf-net, by their attributes. Types are compiled where they are: models compiled as a whole were slower
    /// at arrays here, and did not read a list that is the whole document.
    /// </summary>
    internal static class Protobuf
    {
        public static TypeModel Model { get; } = Make();

        private static RuntimeTypeModel Make()
        {
            RuntimeTypeModel model = RuntimeTypeModel.Create();
            // Without it, UTC comes back as a time of no kind.
            model.IncludeDateTimeKind = true;
            // Without it, an array of numbers that is the whole document has a tag at each of them.
            model.AllowPackedEncodingAtRoot = true;
            foreach (Type type in new[] { typeof(MessageEnvelope), typeof(Person), typeof(Vec3), typeof(World), typeof(Zone),
                typeof(Entity), typeof(Item), typeof(WordGraph) })
            {
                foreach (ValueMember member in model.Add(type).GetFields().Where(f => f.MemberType.IsArray))
                    member.IsPacked = true;
            }
            // An empty list leaves nothing in the document: objects that have one make it themselves.
            model[typeof(Entity)].SetFactory(typeof(Protobuf).GetMethod(nameof(NewEntity)));
            model.CompileInPlace();
            return model;
        }

        public static Entity NewEntity() => new Entity { Inventory = new List<Item>() };
    }
}
