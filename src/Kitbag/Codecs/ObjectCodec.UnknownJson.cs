using System;
using Kitbag.Json;
using Kitbag.Wire;

namespace Kitbag.Codecs
{
    // Unknown members that were read from JSON texts, and are kept as text.
    public abstract partial class ObjectCodec<T>
    {
        // A member that was read from JSON is parsed by the codec as if it were in an object of its own.
        private void ReadKeptJson(ref WireReader r, KeptBlock block, T[] values, int member, KitbagUnknownCases unknownCases)
        {
            for (int i = 0; i < values.Length; i++)
            {
                if (block.ValueOf(i, member) is not string text)
                    continue;
                JsonGraphReader? graph = IsTree ? null : new JsonGraphReader(this);
                JsonReader json = UnknownJson.Reader(block.Shape.Type.MemberArray[member].Name, text, graph, unknownCases);
                try
                {
                    ReadJsonInto(ref json, values[i]);
                    graph?.Finish(ref json, this, values[i]);
                }
                catch (KitbagException e)
                {
                    KitbagException located = KeptBlock.Unreadable(e, r.Position);
                    located.InMember(block.Shape.Names[member], r.Position);
                    throw located.RefusedBy(this);
                }
                catch (Exception e) when (UserCodeError.Is(e))
                {
                    throw UserCodeError.Of(e, r.Position).RefusedBy(this);
                }
                finally
                {
                    json.Dispose();
                }
            }
        }

        // The member with a name in JSON; -1 if there is none, or if the type has no code for JSON.
        private int FindByJson(string member, out bool isCurrent)
        {
            isCurrent = false;
            if (!KeptShape.IsJson(member, out char conventions, out string name) || !HasJson)
                return -1;
            KitbagJsonOptions options = KeptConventions.OptionsFor(conventions);
            JsonNames names = Json.For(options);
            int index = names.Find(name, options.CaseInsensitive);
            if (index < 0)
                index = names.FindInCode(name, options.CaseInsensitive);
            if (index < 0)
                return -1;
            isCurrent = !names.IsFormer(index, name, options.CaseInsensitive);
            return index < Json.Count ? Description.IndexOf(Json.NameOf(index)) : Description.Find(Json.MigratedNameOf(index));
        }
    }
}
