using System;
using System.Collections.Generic;
using System.Threading.Tasks;
using Xunit;

namespace Kitbag.Net.Tests
{
    /// <summary>Tests messages of a newer peer that are, or contain, values of derived types that this program does not have.</summary>
    public class UnknownCaseTests
    {
        [Theory]
        [InlineData(KitbagUnknownCases.Refuse, "")]
        [InlineData(KitbagUnknownCases.ReadAsNull, "1 null 2")]
        [InlineData(KitbagUnknownCases.Drop, "1 2")]
        public async Task Messages_of_them_are_errors_null_or_skipped(KitbagUnknownCases unknown, string expected)
        {
            var heard = new List<string>();
            KitbagHandlers server = new KitbagHandlers()
                .On<Yesterday.Act>((session, act) =>
                {
                    heard.Add(act is Yesterday.Walk walk ? walk.Steps.ToString() : "null");
                    return default;
                });
            await using Pair pair = await Pair.Begin(server: server, serverOptions: new KitbagSessionOptions { UnknownCases = unknown });
            await pair.Client.SendAsync<Today.Act>(new Today.Walk(1));
            await pair.Client.SendAsync<Today.Act>(new Today.Jump(9));
            if (unknown == KitbagUnknownCases.Refuse)
            {
                KitbagClose close = await pair.Server.Completion.Soon();
                Assert.Equal(KitbagCloseReason.BadMessage, close.Reason);
                Assert.Contains("'Jump'", close.Message, StringComparison.Ordinal);
                Assert.DoesNotContain("bare", close.Message, StringComparison.OrdinalIgnoreCase);
                return;
            }
            await pair.Client.SendAsync<Today.Act>(new Today.Walk(2));
            await pair.Client.CloseAsync().AsTask().Soon();
            Assert.Equal(KitbagCloseReason.Done, (await pair.Server.Completion.Soon()).Reason);
            Assert.Equal(expected, string.Join(" ", heard));
        }

        [Theory]
        [InlineData(KitbagUnknownCases.ReadAsNull, 3)]
        [InlineData(KitbagUnknownCases.Drop, 2)]
        public async Task Elements_of_them_are_null_or_omitted(KitbagUnknownCases unknown, int count)
        {
            var heard = new TaskCompletionSource<Yesterday.Batch>();
            KitbagHandlers server = new KitbagHandlers().On<Yesterday.Batch>((session, batch) =>
            {
                heard.SetResult(batch);
                return default;
            });
            await using Pair pair = await Pair.Begin(server: server, serverOptions: new KitbagSessionOptions { UnknownCases = unknown });
            await pair.Client.SendAsync(new Today.Batch([new Today.Walk(1), new Today.Jump(9), new Today.Walk(2)]));
            Assert.Equal(count, (await heard.Task.Soon()).Acts.Count);
        }

        /// <summary>The class had no derived classes when the older program was written.</summary>
        [Fact]
        public async Task The_first_derived_class_is_skipped()
        {
            var heard = new List<Yesterday.Plain>();
            KitbagHandlers server = new KitbagHandlers().On<Yesterday.Plain>((session, plain) =>
            {
                heard.Add(plain);
                return default;
            });
            await using Pair pair = await Pair.Begin(server: server,
                serverOptions: new KitbagSessionOptions { UnknownCases = KitbagUnknownCases.Drop });
            await pair.Client.SendAsync<Today.Plain>(new Today.Fancy(1, "red"));
            await pair.Client.SendAsync(new Today.Plain(2));
            await pair.Client.CloseAsync().AsTask().Soon();
            Assert.Equal(KitbagCloseReason.Done, (await pair.Server.Completion.Soon()).Reason);
            Assert.Equal([new Yesterday.Plain(2)], heard);
        }

        [Fact]
        public async Task Requests_of_them_fail_and_responses_are_null()
        {
            KitbagHandlers server = new KitbagHandlers().OnRequest<Yesterday.Act, Today.Act>((session, act, cancellation) =>
                ValueTask.FromResult<Today.Act>(new Today.Jump(((Yesterday.Walk)act).Steps)));
            var options = new KitbagSessionOptions { UnknownCases = KitbagUnknownCases.Drop };
            await using Pair pair = await Pair.Begin(server: server, clientOptions: options, serverOptions: options);
            var failed = await Assert.ThrowsAsync<KitbagRemoteException>(() =>
                pair.Client.RequestAsync<Today.Act, Yesterday.Act>(new Today.Jump(1)).Soon());
            Assert.Equal("A request of the type 'Act' is of an unknown derived type.", failed.Message);
            Assert.Null(await pair.Client.RequestAsync<Today.Act, Yesterday.Act>(new Today.Walk(1)).Soon());
            Assert.True(pair.Server.IsOpen);
        }

        /// <summary>Only a value of a derived type that is not known is skipped.</summary>
        [Fact]
        public async Task Null_that_the_peer_has_sent_is_not_skipped()
        {
            var heard = new TaskCompletionSource<int?>();
            KitbagHandlers server = new KitbagHandlers().On<int?>((session, number) =>
            {
                heard.SetResult(number);
                return default;
            });
            await using Pair pair = await Pair.Begin(server: server,
                serverOptions: new KitbagSessionOptions { UnknownCases = KitbagUnknownCases.Drop });
            await pair.Client.SendAsync<int?>(null);
            Assert.Null(await heard.Task.Soon());
        }
    }
}
