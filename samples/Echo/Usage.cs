using System.Diagnostics;

namespace Echo;

/// <summary>Requests the resource usage of the other process.</summary>
public record struct UsageQuestion(bool Collect);

/// <summary>The resource usage of a process since its start: processor time in microseconds, and allocated bytes.</summary>
public record struct Usage(long Processor, long Allocated)
{
    public static Usage Now()
    {
        using var process = Process.GetCurrentProcess();
        return new Usage((long)process.TotalProcessorTime.TotalMicroseconds, GC.GetTotalAllocatedBytes(precise: true));
    }

    public static Usage operator -(Usage later, Usage earlier) =>
        new(later.Processor - earlier.Processor, later.Allocated - earlier.Allocated);
}
