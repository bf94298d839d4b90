namespace Kitbag.Cold
{
    internal static partial class Program
    {
        static partial void Make(string workload, ref byte[]? bytes) => bytes = Peer.Write(workload, workload switch
        {
            "save-game" => Workloads.Data.SaveGame(),
            "envelope" => Workloads.Data.Envelope(),
            "persons" => Workloads.Data.Persons(1000),
            _ => BootResponse.Model.Making.Response(),
        });
    }
}
