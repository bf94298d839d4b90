using System;
using System.Diagnostics;
using System.IO;
using System.Text.Json.Nodes;
using System.Threading.Tasks;

namespace Kitbag.Browser.Tests.Chromium
{
    /// <summary>A headless Chromium with its own profile, controlled by the DevTools protocol.</summary>
    internal sealed class Browser : IAsyncDisposable
    {
        private static readonly TimeSpan s_startTimeout = TimeSpan.FromSeconds(60);

        private readonly Process _process;
        private readonly string _profile;
        private readonly DevTools _tools;

        private Browser(Process process, string profile, DevTools tools)
        {
            _process = process;
            _profile = profile;
            _tools = tools;
        }

        /// <summary>Starts the program that KITBAG_CHROMIUM names, or "chromium".</summary>
        public static async Task<Browser> StartAsync()
        {
            string profile = Directory.CreateTempSubdirectory("kitbag-chromium-").FullName;
            var start = new ProcessStartInfo(Environment.GetEnvironmentVariable("KITBAG_CHROMIUM") ?? "chromium")
            {
                RedirectStandardError = true,
                RedirectStandardOutput = true,
            };
            foreach (string argument in new[]
            {
                "--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--no-first-run",
                "--no-default-browser-check", "--disable-extensions", "--disable-background-networking", "--disable-component-update",
                "--disable-sync", "--mute-audio", "--hide-scrollbars",
                // Only one of several pages is in the foreground; the others must not be throttled.
                "--disable-background-timer-throttling", "--disable-backgrounding-occluded-windows", "--disable-renderer-backgrounding",
                "--remote-debugging-port=0", "--user-data-dir=" + profile, "about:blank",
            })
                start.ArgumentList.Add(argument);
            Process process = Process.Start(start)!;
            // Chromium would block if nobody read its output.
            process.OutputDataReceived += (sender, line) => { };
            process.ErrorDataReceived += (sender, line) => { };
            process.BeginOutputReadLine();
            process.BeginErrorReadLine();
            try
            {
                Uri address = await FindDevToolsAsync(process, profile);
                return new Browser(process, profile, await DevTools.ConnectAsync(address));
            }
            catch
            {
                await EndAsync(process, profile);
                throw;
            }
        }

        /// <summary>Opens a page with a given size.</summary>
        public async Task<Page> OpenAsync(string address, int width = 900, int height = 600)
        {
            JsonNode target = await _tools.CallAsync("Target.createTarget", new JsonObject { ["url"] = "about:blank" });
            JsonNode session = await _tools.CallAsync("Target.attachToTarget",
                new JsonObject { ["targetId"] = target["targetId"]!.GetValue<string>(), ["flatten"] = true });
            var page = new Page(_tools, session["sessionId"]!.GetValue<string>());
            await page.BeginAsync(width, height);
            await page.GoAsync(address);
            return page;
        }

        public async ValueTask DisposeAsync()
        {
            await _tools.DisposeAsync();
            await EndAsync(_process, _profile);
        }

        // The system chooses the port. Chromium writes it, together with the path, to a file in the profile.
        private static async Task<Uri> FindDevToolsAsync(Process process, string profile)
        {
            string file = Path.Combine(profile, "DevToolsActivePort");
            long began = Stopwatch.GetTimestamp();
            while (Stopwatch.GetElapsedTime(began) < s_startTimeout)
            {
                if (process.HasExited)
                    throw new InvalidOperationException("Chromium ended with " + process.ExitCode + " before it had started.");
                string[] lines = File.Exists(file) ? await File.ReadAllLinesAsync(file) : [];
                if (lines.Length >= 2)
                    return new Uri("ws://127.0.0.1:" + lines[0] + lines[1]);
                await Task.Delay(20);
            }
            throw new TimeoutException("Chromium did not start.");
        }

        private static async Task EndAsync(Process process, string profile)
        {
            if (!process.HasExited)
                process.Kill(entireProcessTree: true);
            await process.WaitForExitAsync();
            process.Dispose();
            // Its helper processes may still be running and writing files.
            for (int attempt = 0; Directory.Exists(profile); attempt++)
            {
                try
                {
                    Directory.Delete(profile, recursive: true);
                }
                catch (IOException) when (attempt < 50)
                {
                    await Task.Delay(100);
                }
            }
        }
    }
}
