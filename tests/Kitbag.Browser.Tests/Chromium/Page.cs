using System;
using System.Collections.Concurrent;
using System.Collections.Generic;
using System.Diagnostics;
using System.Linq;
using System.Text.Json.Nodes;
using System.Threading.Tasks;

namespace Kitbag.Browser.Tests.Chromium
{
    /// <summary>One page of a browser.</summary>
    internal sealed class Page
    {
        // An operation that takes longer hangs.
        private static readonly TimeSpan s_timeout = TimeSpan.FromSeconds(60);

        private readonly DevTools _tools;
        private readonly string _session;
        private readonly ConcurrentQueue<string> _errors = [];

        public Page(DevTools tools, string session)
        {
            _tools = tools;
            _session = session;
            tools.Event += OnEvent;
        }

        /// <summary>Errors that the page or the browser has written to the console, and unhandled exceptions.</summary>
        public IReadOnlyCollection<string> Errors => _errors;

        public async Task BeginAsync(int width, int height)
        {
            await CallAsync("Page.enable");
            await CallAsync("Runtime.enable");
            await CallAsync("Log.enable");
            await CallAsync("Emulation.setDeviceMetricsOverride",
                new JsonObject { ["width"] = width, ["height"] = height, ["deviceScaleFactor"] = 1, ["mobile"] = false });
        }

        /// <summary>Navigates to an address, and waits until the page is loaded.</summary>
        public async Task GoAsync(string address)
        {
            JsonNode result = await CallAsync("Page.navigate", new JsonObject { ["url"] = address });
            if (result["errorText"] is JsonNode error)
                throw new InvalidOperationException(address + ": " + error);
            await WaitForAsync("document.readyState === 'complete' && location.href !== 'about:blank'");
        }

        /// <summary>Evaluates an expression, awaits the result if it is a promise, and returns its value as JSON.</summary>
        /// <exception cref="InvalidOperationException">The expression threw an exception.</exception>
        public async Task<JsonNode?> EvaluateAsync(string expression)
        {
            JsonNode result = await CallAsync("Runtime.evaluate", new JsonObject
            {
                ["expression"] = expression,
                ["awaitPromise"] = true,
                ["returnByValue"] = true,
            });
            if (result["exceptionDetails"] is JsonNode thrown)
                throw new InvalidOperationException(Text(thrown) + "\nin " + expression);
            return result["result"]!["value"];
        }

        public async Task<T> EvaluateAsync<T>(string expression) => (await EvaluateAsync(expression))!.GetValue<T>();

        /// <summary>Waits until an expression is true.</summary>
        public async Task WaitForAsync(string condition)
        {
            long began = Stopwatch.GetTimestamp();
            while (true)
            {
                try
                {
                    if (await EvaluateAsync<bool>("!!(" + condition + ")"))
                        return;
                }
                catch (InvalidOperationException e) when (e.Message.Contains("context", StringComparison.Ordinal))
                {
                    // The page is being loaded.
                }
                if (Stopwatch.GetElapsedTime(began) > s_timeout)
                    throw new TimeoutException("The condition did not become true: " + condition + "\n" + string.Join("\n", _errors));
                await Task.Delay(20);
            }
        }

        /// <summary>Brings the page to the foreground, because browsers do not draw other pages.</summary>
        public Task ShowAsync() => CallAsync("Page.bringToFront");

        /// <summary>Presses the left button of the mouse, moves along the points, and releases the button.</summary>
        public async Task DragAsync(params (double X, double Y)[] points)
        {
            await MouseAsync("mouseMoved", points[0], false);
            await MouseAsync("mousePressed", points[0], true);
            foreach ((double X, double Y) point in points.Skip(1))
                await MouseAsync("mouseMoved", point, true);
            await MouseAsync("mouseReleased", points[^1], false);
        }

        public async Task<byte[]> ScreenshotAsync()
        {
            JsonNode result = await CallAsync("Page.captureScreenshot", new JsonObject { ["format"] = "png" });
            return Convert.FromBase64String(result["data"]!.GetValue<string>());
        }

        /// <summary>One event of the mouse: mousePressed, mouseMoved, mouseReleased.</summary>
        public Task MouseAsync(string type, (double X, double Y) point, bool isPressed) =>
            CallAsync("Input.dispatchMouseEvent", new JsonObject
            {
                ["type"] = type,
                ["x"] = point.X,
                ["y"] = point.Y,
                ["button"] = isPressed || type == "mouseReleased" ? "left" : "none",
                ["buttons"] = isPressed ? 1 : 0,
                ["clickCount"] = type == "mouseMoved" ? 0 : 1,
            });

        private Task<JsonNode> CallAsync(string method, JsonObject? parameters = null) => _tools.CallAsync(method, parameters, _session);

        private void OnEvent(string session, string method, JsonNode parameters)
        {
            if (session != _session)
                return;
            if (method == "Runtime.exceptionThrown")
                _errors.Enqueue(Text(parameters["exceptionDetails"]!));
            else if (method == "Runtime.consoleAPICalled" && parameters["type"]!.GetValue<string>() == "error")
                _errors.Enqueue(string.Join(" ", parameters["args"]!.AsArray().Select(a => (a!["value"] ?? a["description"])?.ToString())));
            else if (method == "Log.entryAdded" && parameters["entry"]!["level"]!.GetValue<string>() == "error")
                _errors.Enqueue(parameters["entry"]!["text"] + " " + parameters["entry"]!["url"]);
        }

        private static string Text(JsonNode thrown) => (thrown["exception"]?["description"] ?? thrown["text"])!.ToString();
    }
}
