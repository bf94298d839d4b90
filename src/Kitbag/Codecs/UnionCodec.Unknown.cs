using Kitbag.Wire;

namespace Kitbag.Codecs
{
    // Objects of classes that the program did not have when they were read, and may have now.
    public partial class UnionCodec<T>
    {
        // A stand-in becomes the object that it stands for if the program has its class.
        private T Known(ref WireReader r, T value)
        {
            if (value is null || _cases[_other].KeptOf(value).Block is not { } block || block.Shape.CaseName.Length == 0)
                return value;
            int index = _names.Find(block.Shape.CaseName);
            return index < 0 || index == _other ? value : _cases[index].FromOther(ref r, _cases[_other], value);
        }

        private T KnownOfJson(T value)
        {
            var r = new WireReader(default, KitbagLimits.Default);
            try
            {
                return Known(ref r, value);
            }
            finally
            {
                r.Dispose();
            }
        }
    }
}
