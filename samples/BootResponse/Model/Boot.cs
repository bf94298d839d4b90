using System;
using System.Collections.Generic;

namespace BootResponse.Model
{
    /// <summary>The answer of a server: the same members around any payload.</summary>
    public class Response<T>
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

    /// <summary>Everything that a mobile game requests when it starts.</summary>
    public sealed class Boot
    {
        public PlayerProfile? Profile { get; set; }
        public List<CatalogueItem>? Catalogue { get; set; }
        public Dictionary<string, string?>? Settings { get; set; }
        public Dictionary<string, double>? Rates { get; set; }
    }

    /// <summary>The members of all accounts.</summary>
    public abstract class Account
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

    /// <summary>A player's account. The members of the base class come first.</summary>
    public sealed class PlayerProfile : Account
    {
        public int Level { get; set; }
        public long Experience { get; set; }
        public DateTime? Banned { get; set; }
        public string? Guild { get; set; }
        public List<int>? Friends { get; set; }
        public Dictionary<string, int>? Wallet { get; set; }
    }

    public sealed class CatalogueItem
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
