using System;
using System.Collections.Generic;
using MemoryPack;
using Nino.Core;

// The model of samples/BootResponse with the attributes of peers. The code of the sample creates the values.
namespace BootResponse.Model
{
    [MemoryPackable, NinoType]
    public partial class Response<T>
        where T : class
    {
        public Status Status { get; set; }
        public string? Error { get; set; }
        public DateTime ServerTime { get; set; }
        public T? Payload { get; set; }
    }

    public enum Status
    {
        Ok,
        Maintenance,
        UpdateRequired,
    }

    [MemoryPackable, NinoType]
    public sealed partial class Boot
    {
        public PlayerProfile? Profile { get; set; }
        public List<CatalogueItem>? Catalogue { get; set; }
        public Dictionary<string, string?>? Settings { get; set; }
        public Dictionary<string, double>? Rates { get; set; }
    }

    [NinoType]
    public abstract partial class Account
    {
        public Guid Id { get; set; }
        public string Name { get; set; } = "";
        public string? Email { get; set; }
        public DateTime Created { get; set; }
        public Platform Platform { get; set; }
    }

    public enum Platform
    {
        Unknown,
        Android,
        Ios,
        Switch,
    }

    [MemoryPackable, NinoType]
    public sealed partial class PlayerProfile : Account
    {
        public int Level { get; set; }
        public long Experience { get; set; }
        public DateTime? Banned { get; set; }
        public string? Guild { get; set; }
        public List<int>? Friends { get; set; }
        public Dictionary<string, int>? Wallet { get; set; }
    }

    [MemoryPackable, NinoType]
    public sealed partial class CatalogueItem
    {
        public string Sku { get; set; } = "";
        public string Title { get; set; } = "";
        public string? Description { get; set; }
        public double Price { get; set; }
        public double? SalePrice { get; set; }
        public ItemKind Kind { get; set; }
        public List<string>? Tags { get; set; }
        public string? Icon { get; set; }
    }

    public enum ItemKind
    {
        Consumable,
        Cosmetic,
        Bundle,
        Pass,
    }
}
