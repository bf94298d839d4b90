using System;
using System.Globalization;
using System.Linq;
using System.Net;
using System.Net.Http;
using System.Text.Json.Nodes;
using System.Threading.Tasks;
using Kitbag.Browser.Tests.Chromium;
using Xunit;

namespace Kitbag.Browser.Tests
{
    /// <summary>Tests samples/Rooms: a relay, the bot and web pages, in separate processes.</summary>
    [Collection(BrowserTests.Name)]
    public sealed class BoardTests : IAsyncLifetime
    {
        private readonly Chromium.Browser _browser;
        private readonly int _port = ChildProgram.FreePort();
        private ChildProgram _relay = null!, _sample = null!;
        private string _address = "";

        public BoardTests(BrowserFixture fixture) => _browser = fixture.Browser;

        public async Task InitializeAsync()
        {
            _relay = await StartRelayAsync();
            _sample = ChildProgram.Start("samples/Rooms", "Rooms", "--port", "0", "--relay", "ws://127.0.0.1:" + _port + "/kitbag");
            _address = await _sample.WaitForAsync("The board is at ");
        }

        public Task DisposeAsync()
        {
            _sample.Dispose();
            _relay.Dispose();
            return Task.CompletedTask;
        }

        [Fact]
        public async Task Strokes_are_visible_to_others_also_after_the_relay_was_killed()
        {
            Page ada = await OpenAsync("Ada"), bob = await OpenAsync("Bob");
            foreach (Page page in new[] { ada, bob })
            {
                await page.WaitForAsync("document.querySelectorAll('#peers li:not(.away)').length === 3");
                Assert.Equal("Ada,Bob,Bot", await page.EvaluateAsync<string>(
                    "[...document.querySelectorAll('#peers li')].map(li => li.textContent.replace(' (you)', '')).sort().join()"));
            }

            // The others see a stroke while it is drawn and when it is complete, and the bot draws its mirror image.
            (double X, double Y)[] line = [.. await Task.WhenAll(Place(ada, 200, 100), Place(ada, 300, 150), Place(ada, 400, 200))];
            await ada.MouseAsync("mousePressed", line[0], true);
            await ada.MouseAsync("mouseMoved", line[1], true);
            await bob.WaitForAsync("board.drafts.size === 1 && board.strokes.size === 0");
            await ada.MouseAsync("mouseMoved", line[2], true);
            await ada.MouseAsync("mouseReleased", line[2], false);
            await WaitForStrokesAsync(2, ada, bob);
            Assert.Equal(0, await bob.EvaluateAsync<int>("board.drafts.size"));
            await _sample.WaitForAsync("The bot has seen a stroke of Ada~");
            string color = await ada.EvaluateAsync<string>("board.me.color");
            Assert.Equal(color, await PixelAsync(bob, 300, 150));
            Assert.Equal("#b9b4a6", await PixelAsync(bob, 900, 150));
            Assert.Equal("#000000", await PixelAsync(bob, 300, 400));

            // The relay is killed, a stroke is drawn meanwhile, and the relay is restarted: it has lost everything, but the board is
            // complete.
            _relay.Kill();
            foreach (Page page in new[] { ada, bob })
                await page.WaitForAsync("!document.querySelector('#state.ready')");
            await ada.DragAsync(await Task.WhenAll(Place(ada, 100, 300), Place(ada, 200, 500)));
            await bob.DragAsync(await Task.WhenAll(Place(bob, 300, 500), Place(bob, 400, 300)));
            _relay.Dispose();
            _relay = await StartRelayAsync();
            await WaitForStrokesAsync(6, ada, bob);
            Page late = await OpenAsync("Late");
            await WaitForStrokesAsync(6, late);
            Assert.Equal(3, _sample.Count("The bot has seen a stroke of "));
            string[] drawn = await Task.WhenAll(new[] { ada, bob, late }.Select(page => page.EvaluateAsync<string>(
                "JSON.stringify(board.inOrder())")));
            Assert.Single(drawn.Distinct());
            string picture = await PictureAsync(ada);
            Assert.Equal(picture, await PictureAsync(bob));
            Assert.Equal(picture, await PictureAsync(late));

            // The board is cleared for all, and for peers that join later.
            await bob.EvaluateAsync("document.querySelector('#clear').click()");
            await WaitForStrokesAsync(0, ada, bob, late);
            await ada.DragAsync(await Task.WhenAll(Place(ada, 100, 100), Place(ada, 150, 100)));
            Page later = await OpenAsync("Later");
            await WaitForStrokesAsync(2, ada, bob, late, later);
            foreach (Page page in new[] { ada, bob, late, later })
                Assert.DoesNotContain(page.Errors, error => !error.Contains("WebSocket", StringComparison.Ordinal));
        }

        private async Task<ChildProgram> StartRelayAsync()
        {
            ChildProgram relay = ChildProgram.Start("src/Kitbag.Relay.Tool", "Kitbag.Relay.Tool",
                "--http", "127.0.0.1:" + _port, "--tcp", "127.0.0.1:0");
            using var web = new HttpClient();
            for (int attempt = 1; ; attempt++)
            {
                try
                {
                    if ((await web.GetAsync("http://127.0.0.1:" + _port + "/ready")).StatusCode == HttpStatusCode.OK)
                        return relay;
                }
                catch (HttpRequestException) when (attempt < 600)
                {
                    // Not yet.
                }
                await Task.Delay(50);
            }
        }

        private async Task<Page> OpenAsync(string name)
        {
            Page page = await _browser.OpenAsync(_address + "?name=" + name);
            await page.WaitForAsync("window.board?.room.isJoined");
            return page;
        }

        private static async Task WaitForStrokesAsync(int count, params Page[] pages)
        {
            foreach (Page page in pages)
                await page.WaitForAsync("board.strokes.size === " + count.ToString(CultureInfo.InvariantCulture));
        }

        // Converts a point of the board to the position of the mouse.
        private static async Task<(double X, double Y)> Place(Page page, int x, int y)
        {
            JsonNode place = (await page.EvaluateAsync("(({ left, top, width, height }) => ({ left, top, width, height }))" +
                "(document.querySelector('canvas').getBoundingClientRect())"))!;
            return (place["left"]!.GetValue<double>() + x * place["width"]!.GetValue<double>() / 1200,
                place["top"]!.GetValue<double>() + y * place["height"]!.GetValue<double>() / 720);
        }

        private static async Task<string> PixelAsync(Page page, int x, int y)
        {
            await page.ShowAsync();
            return await page.EvaluateAsync<string>("new Promise(done => requestAnimationFrame(() => setTimeout(() => done('#' + " +
                "[...document.querySelector('canvas').getContext('2d').getImageData(" + x + ", " + y + ", 1, 1).data].slice(0, 3)" +
                ".map(c => c.toString(16).padStart(2, '0')).join('')))))");
        }

        private static async Task<string> PictureAsync(Page page)
        {
            await page.ShowAsync();
            return await page.EvaluateAsync<string>("new Promise(done => requestAnimationFrame(() => setTimeout(() => " +
                "done(document.querySelector('canvas').toDataURL()))))");
        }
    }
}
