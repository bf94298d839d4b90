using System;
using System.Threading.Tasks;
using Kitbag.Net.Tests.Today;
using Xunit;

namespace Kitbag.Net.Tests
{
    /// <summary>What both ends learn if there is no handler for a message or a request, but one for something similar.</summary>
    public class MissingHandlerTests
    {
        [Fact]
        public Task A_handler_of_the_base_class() => CheckAsync(new KitbagHandlers().On<Act>((session, act) => default),
            client => client.SendAsync(new Walk(1)),
            "There is no handler for messages of the type 'Walk', but one for its base class 'Act'. Send it with SendAsync<Act>, or add a "
                + "handler with On<Walk>.");

        [Fact]
        public Task A_handler_of_the_base_class_that_is_not_abstract() => CheckAsync(
            new KitbagHandlers().On<Plain>((session, plain) => default), client => client.SendAsync(new Fancy(1, "red")),
            "There is no handler for messages of the type 'Fancy', but one for its base class 'Plain'. Send it with SendAsync<Plain>, or "
                + "add a handler with On<Fancy>.");

        [Fact]
        public Task A_handler_of_a_derived_class() => CheckAsync(new KitbagHandlers().On<Walk>((session, walk) => default),
            client => client.SendAsync<Act>(new Walk(1)),
            "There is no handler for messages of the type 'Act', but one for its derived class 'Walk'. Send it with SendAsync<Walk>, or "
                + "add a handler with On<Act>.");

        [Fact]
        public Task A_handler_of_requests() => CheckAsync(
            new KitbagHandlers().OnRequest<Say, Say>((session, say, cancellation) => new ValueTask<Say>(say)),
            client => client.SendAsync(new Say("hello")),
            "There is no handler for messages of the type 'Say', but one for requests of that type. Send it with RequestAsync, or add a "
                + "handler with On<Say>.");

        [Fact]
        public Task No_handler() => CheckAsync(new KitbagHandlers().On<Walk>((session, walk) => default),
            client => client.SendAsync(new Say("hello")),
            "There is no handler for messages of the type 'Say': add a handler with On<Say>.");

        [Fact]
        public async Task Requests()
        {
            KitbagHandlers server = new KitbagHandlers()
                .OnRequest<Act, Answer>((session, act, cancellation) => default)
                .On<Say>((session, say) => default);
            await using Pair pair = await Pair.Begin(server: server);
            var failed = await Assert.ThrowsAsync<KitbagRemoteException>(() =>
                pair.Client.RequestAsync<Walk, Answer>(new Walk(1)).Soon());
            Assert.Equal("There is no handler for requests of the type 'Walk', but one for its base class 'Act'. Send it with "
                + "RequestAsync<Act, ...>, or add a handler with OnRequest<Walk, ...>.", failed.Message);
            failed = await Assert.ThrowsAsync<KitbagRemoteException>(() => pair.Client.RequestAsync<Say, Answer>(new Say("hello")).Soon());
            Assert.Equal("There is no handler for requests of the type 'Say', but one for messages of that type. Send it with SendAsync, "
                + "or add a handler with OnRequest<Say, ...>.", failed.Message);
            Assert.True(pair.Server.IsOpen);
        }

        private static async Task CheckAsync(KitbagHandlers server, Func<KitbagSession, ValueTask> send, string text)
        {
            Pair pair = await Pair.Begin(server: server);
            await send(pair.Client);
            KitbagClose end = await pair.Server.Completion.Soon(), reported = await pair.Client.Completion.Soon();
            Assert.Equal((KitbagCloseReason.UnknownMessage, text), (end.Reason, end.Message));
            Assert.Equal((KitbagCloseReason.UnknownMessage, "The peer reports: " + text), (reported.Reason, reported.Message));
        }
    }
}
