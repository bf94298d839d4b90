using System;
using System.Collections.Generic;
using System.Linq;
using ProtoBuf.Meta;
using Workloads;

namespace Kitbag.Bench.Peers
{
    /// <summary>
    /// protobuf-net's model of the workloads' types, based on their attributes. It is compiled in place: in measurements, a model compiled
    /// as a whole was slower at arrays, and could not read a document that consists of a list.
    /// </summary>
    internal static class Protobuf
    {
        public static TypeModel Model { get; } = CreateModel();

        private static RuntimeTypeModel CreateModel()
        {
            RuntimeTypeModel model = RuntimeTypeModel.Create();
            // Without this setting, a UTC time is read back with an unspecified kind.
            model.IncludeDateTimeKind = true;
            // Without this setting, a document that consists of an array of numbers has a tag for each number.
            model.AllowPackedEncodingAtRoot = true;
            foreach (Type type in new[] { typeof(MessageEnvelope), typeof(Person), typeof(Vec3), typeof(World), typeof(Zone),
                typeof(Entity), typeof(Item), typeof(WordGraph) })
            {
                foreach (ValueMember member in model.Add(type).GetFields().Where(f => f.MemberType.IsArray))
                    member.IsPacked = true;
            }
            // protobuf-net writes nothing for an empty list, so the factory creates objects that already have one.
            model[typeof(Entity)].SetFactory(typeof(Protobuf).GetMethod(nameof(NewEntity)));
            model.CompileInPlace();
            return model;
        }

        public static Entity NewEntity() => new Entity { Inventory = new List<Item>() };
    }
}
