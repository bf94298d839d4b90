using System.Diagnostics;

namespace Echo;

/// <summary>Asks the other process what it has used.</summary>
public record struct UsageQuestion(bool Collect);

/// <summary>What a process has used since it began: processor time in microseconds, and allocated bytes.</summary>
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
