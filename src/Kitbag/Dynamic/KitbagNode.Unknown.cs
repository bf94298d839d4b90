using System;
using Kitbag.Codecs;
using Kitbag.Schema;

namespace Kitbag.Dynamic
{
    // Provides the members of an object that the program which wrote it did not know.
    public readonly partial struct KitbagNode
    {
        /// <summary>
        /// Gets the members that the program which wrote the object did not know and kept, if the class has
        /// <see cref="KitbagKeepUnknownAttribute"/>. They are returned as an object with these members, or as null (<see cref="IsNull"/>)
        /// if there are none. The type of that object has the name of the original class if that program did not have the class; otherwise
        /// its name is empty. The object's own member <c>$unknown</c> is their stored form, a list of bytes.
        /// </summary>
        /// <exception cref="KitbagException">The members are damaged.</exception>
        public KitbagNode Unknown
        {
            get
            {
                int member = Kind == KitbagNodeKind.Object ? Array.FindIndex(_column!.Type.MemberArray, SchemaForms.IsStore) : -1;
                if (member < 0)
                    return default;
                var where = new NodePlace(_place, SchemaForms.StoreName);
                try
                {
                    Column stored = PartAt(member, out int place);
                    return stored.Body.KeptOf(stored)?.Find(place, out int index) is { } kept
                        ? At(Document, kept, index, where)
                        : new KitbagNode(Document, stored, place, null, 0, where, 0);
                }
                catch (KitbagException e)
                {
                    throw Document.Place(e, where, _column);
                }
            }
        }
    }
}
