using Kitbag;
using Messages;

var envelope = new Envelope { Header = "Test", From = Guid.NewGuid(), To = Guid.NewGuid() };

byte[] document = KitbagSerializer.Serialize(envelope);
byte[] named = KitbagSerializer.Serialize(envelope, new KitbagOptions { Schema = KitbagSchemaMode.Fingerprint });
byte[] bare = KitbagSerializer.Serialize(envelope, KitbagOptions.Bare);
Console.WriteLine($"embedded {document.Length}, fingerprint {named.Length}, bare {bare.Length} bytes");

var pipe = new MemoryStream();
Handshake.Greet(pipe);
Message[] sent = [new Move(1, 2, 3), new Say(2, "hello")];
foreach (Message message in sent)
    Framing.Send(pipe, message);

pipe.Position = 0;
KitbagFormat<Message> format = Handshake.Meet(pipe);
Message[] received = [Framing.Receive(pipe, format), Framing.Receive(pipe, format)];
Console.WriteLine(string.Join(", ", (object[])received));

return document.Length == 132 && named.Length == 52 && bare.Length == 39 && format.Options == KitbagOptions.Bare
    && received.SequenceEqual(sent) ? 0 : 1;
