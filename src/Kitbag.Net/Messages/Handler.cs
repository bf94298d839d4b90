using System.Collections.Generic;
using Kitbag.Schema;

namespace Kitbag.Net.Messages
{
    /// <summary>Handles messages or requests of one type.</summary>
    internal abstract class Handler
    {
        /// <summary>Gets the local type, whose values the handler gets.</summary>
        public abstract MessageType Type { get; }

        /// <summary>
        /// Checks that the peer's type can be read as the local type. Called when the schema is received, before the first message.
        /// </summary>
        /// <exception cref="KitbagException">It cannot.</exception>
        public abstract void Prepare(PeerType type);

        /// <summary>Describes that there is no handler for what the peer has sent, and what to write.</summary>
        /// <param name="type">The type of the peer.</param>
        /// <param name="isRequest">Whether it was sent as a request.</param>
        /// <param name="handlers">The handlers of what is sent in this way.</param>
        /// <param name="others">The handlers of what is sent in the other way.</param>
        public static string DescribeMissing(PeerType type, bool isRequest, IEnumerable<Handler> handlers, IEnumerable<Handler> others)
        {
            string text = "There is no handler for " + Kind(isRequest) + " of the type '" + type.Name + "'";
            string add = "add a handler with " + (isRequest ? "OnRequest<" + type.Name + ", ...>." : "On<" + type.Name + ">.");
            foreach (Handler handler in handlers)
            {
                string name = handler.Type.Name;
                string? relation = HasCase(handler.Type.Schema, type.Name) ? "base" : HasCase(type.Schema, name) ? "derived" : null;
                if (relation != null)
                    return text + ", but one for its " + relation + " class '" + name + "'. Send it with "
                        + (isRequest ? "RequestAsync<" + name + ", ...>" : "SendAsync<" + name + ">") + ", or " + add;
            }
            foreach (Handler handler in others)
            {
                if (handler.Type.Name == type.Name)
                    return text + ", but one for " + Kind(!isRequest) + " of that type. Send it with "
                        + (isRequest ? "SendAsync" : "RequestAsync") + ", or " + add;
            }
            return text + ": " + add;
        }

        private static string Kind(bool isRequest) => isRequest ? "requests" : "messages";

        // Whether a schema is that of a base class of which a derived class has the name.
        private static bool HasCase(KitbagSchema schema, string name)
        {
            if (schema.Root.Kind != SchemaKind.Union)
                return false;
            foreach (SchemaMember one in schema.Root.Members)
            {
                if (one.Type.Name == name)
                    return true;
            }
            return false;
        }
    }
}
