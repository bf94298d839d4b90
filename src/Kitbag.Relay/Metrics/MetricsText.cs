using System.Collections.Generic;
using System.Diagnostics.Metrics;
using System.Globalization;
using System.Text;

namespace Kitbag.Relay.Metrics
{
    /// <summary>Writes all instruments of a relay in the Prometheus text format.</summary>
    internal static class MetricsText
    {
        public static string Write(RelayMetrics metrics)
        {
            var text = new StringBuilder();
            var described = new HashSet<string>();
            using var listener = new MeterListener();
            listener.InstrumentPublished = (instrument, l) =>
            {
                if (metrics.Owns(instrument))
                    l.EnableMeasurementEvents(instrument);
            };
            listener.SetMeasurementEventCallback<long>((instrument, value, tags, state) =>
            {
                if (described.Add(instrument.Name))
                {
                    string kind = instrument is ObservableCounter<long> ? "counter" : "gauge";
                    text.Append("# HELP ").Append(instrument.Name).Append(' ').Append(instrument.Description).Append('\n');
                    text.Append("# TYPE ").Append(instrument.Name).Append(' ').Append(kind).Append('\n');
                }
                text.Append(instrument.Name);
                foreach (KeyValuePair<string, object?> tag in tags)
                    text.Append('{').Append(tag.Key).Append("=\"").Append(tag.Value).Append("\"}");
                text.Append(' ').Append(value.ToString(CultureInfo.InvariantCulture)).Append('\n');
            });
            listener.Start();
            listener.RecordObservableInstruments();
            return text.ToString();
        }
    }
}
