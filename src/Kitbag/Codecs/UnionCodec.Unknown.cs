using Kitbag.Json;
using Kitbag.Schema;
using Kitbag.Wire;

namespace Kitbag.Codecs
{
    // Objects of classes that the program did not have when they were read, and may have now.
    public partial class UnionCodec<T>
    {
        private JsonName? _knownTag;

        // A stand-in becomes the object that it stands for if the program has its class.
        private T Known(ref WireReader r, T value, ReadPlan? plan)
        {
            if (value is null || _cases[_other].Codec.KeptOf(value).Block is not { } block || block.Shape.CaseName.Length == 0)
                return value;
            int index = _names.Find(block.Shape.CaseName);
            return index < 0 || index == _other
                ? value
                : _cases[index].FromOther(ref r, _cases[_other], value, plan?.UnknownCases ?? KitbagUnknownCases.Refuse);
        }

        // In JSON, a stand-in has all members of the object that it stands for, which is read directly. So references remain the same.
        private int KnownCase(ref JsonReader r)
        {
            int index = r.PeekStandIn() is { } name ? _names.Find(name) : -1;
            return index < 0 ? _other : index;
        }

        private T ReadStandIn(ref JsonReader r)
        {
            int index = KnownCase(ref r);
            return ReadCase(ref r, _cases[index], TagOf(index));
        }

        // The name of the class is no member of an object of the class.
        private JsonName TagOf(int known) =>
            known == _other ? _property : _knownTag ??= new JsonName(_property.Text) { IsOfStandIn = true };
    }
}
