using System;
using System.Collections.Generic;
using System.IO;
using System.Threading.Tasks;
using Kitbag.Browser.Tests.Chromium;
using Kitbag.Cli.Running;
using Xunit;

namespace Kitbag.Browser.Tests
{
    /// <summary>Tests the page that `kitbag report` creates, opened as a file.</summary>
    [Collection(BrowserTests.Name)]
    public sealed class ReportTests : IDisposable
    {
        private readonly Chromium.Browser _browser;
        private readonly string _folder = Directory.CreateTempSubdirectory("kitbag-report-").FullName;

        public ReportTests(BrowserFixture fixture) => _browser = fixture.Browser;

        public void Dispose() => Directory.Delete(_folder, recursive: true);

        public enum Metal
        {
            Iron,
            Gold,
        }

        public sealed class Town
        {
            public string Name { get; set; } = "";
            public List<Guest> Guests { get; set; } = [];
            public float[] Heights { get; set; } = [];
        }

        public sealed class Guest
        {
            public string Name { get; set; } = "";
            public int Age { get; set; }
            public Metal Purse { get; set; }
            public DateTime Since { get; set; }
            public Guest? Host { get; set; }
        }

        private static Town CreateTown()
        {
            var town = new Town { Name = "Old </script><b>Town</b>", Heights = new float[500] };
            var random = new Random(1);
            for (int i = 0; i < town.Heights.Length; i++)
                town.Heights[i] = (float)random.NextDouble();
            for (int i = 0; i < 1000; i++)
                town.Guests.Add(new Guest
                {
                    Name = "Guest " + i,
                    Age = i % 90,
                    Purse = (Metal)(i % 3 / 2),
                    Since = new DateTime(2020, 1, 1).AddDays(i),
                    Host = i == 0 ? null : town.Guests[i / 2],
                });
            return town;
        }

        private async Task<Page> OpenAsync()
        {
            string file = Path.Combine(_folder, "town.kit");
            KitbagFile.Save(file, CreateTown());
            var error = new StringWriter();
            var console = new ToolConsole(new StringWriter(), error, () => Stream.Null, () => Stream.Null) { Folder = _folder };
            Assert.Equal(0, Tool.Run(["report", "town.kit", "--out", "town.html"], console));
            Assert.Equal("", error.ToString());
            return await _browser.OpenAsync(new Uri(Path.Combine(_folder, "town.html")).AbsoluteUri);
        }

        [Fact]
        public async Task The_page_shows_values_bytes_and_columns_without_a_network()
        {
            Page page = await OpenAsync();
            Assert.Equal("town.kit", await page.EvaluateAsync<string>("document.getElementById('title').textContent"));
            Assert.Equal(3, await page.EvaluateAsync<int>("document.querySelectorAll('#tree > li > ul > li').length"));
            Assert.Equal(0, await page.EvaluateAsync<int>("document.querySelectorAll('#tree b').length"));

            // Lists open 200 items at a time.
            await page.EvaluateAsync("[...document.querySelectorAll('#tree > li > ul > li > .row')]"
                + ".find(r => r.textContent.startsWith('Guests')).click()");
            Assert.Equal(201, await page.EvaluateAsync<int>("document.querySelectorAll('#tree > li > ul > li > ul > *').length"));

            // The search expands the path to the results.
            await page.EvaluateAsync("(() => { const s = document.getElementById('search'); s.value = 'guest 777';"
                + " s.dispatchEvent(new Event('input')); })()");
            await page.WaitForAsync("document.querySelector('.row.hit')");
            Assert.Contains("Guest 777", await page.EvaluateAsync<string>("document.querySelector('.row.hit').textContent"),
                StringComparison.Ordinal);

            // The boxes of the map fill it, with areas in proportion to their bytes.
            await page.EvaluateAsync("document.querySelector('[data-tab=bytes]').click()");
            double filled = await page.EvaluateAsync<double>(
                "[...document.querySelectorAll('.box')].map(b => b.offsetWidth * b.offsetHeight).reduce((a, b) => a + b, 0)"
                    + " / (document.getElementById('map').clientWidth * document.getElementById('map').clientHeight)");
            Assert.InRange(filled, 0.95, 1.05);
            Assert.Equal(await page.EvaluateAsync<int>("data.sizes.b"),
                await page.EvaluateAsync<int>("data.sizes.c.reduce((sum, p) => sum + p.b, 0)"));
            await page.EvaluateAsync("document.querySelector('.box.parent').click()");
            Assert.Equal(2, await page.EvaluateAsync<int>("document.querySelectorAll('#crumbs button').length"));

            await page.EvaluateAsync("document.querySelector('[data-tab=columns]').click()");
            Assert.True(await page.EvaluateAsync<bool>(
                "[...document.querySelectorAll('.column')].some(c => c.querySelector('h2').textContent.endsWith('Age')"
                    + " && c.querySelectorAll('.bars i').length === 40)"));
            Assert.True(await page.EvaluateAsync<bool>(
                "[...document.querySelectorAll('.column')].some(c => c.querySelector('h2').textContent.endsWith('Purse')"
                    + " && c.querySelector('.top').textContent.includes('Iron667'))"));

            Assert.Equal(0, await page.EvaluateAsync<int>("performance.getEntriesByType('resource').length"));
            Assert.Empty(page.Errors);
        }
    }
}
