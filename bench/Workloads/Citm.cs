using System.Collections.Generic;

namespace Workloads;

// The types of citm_catalog.json, a catalogue of concerts. Names are in camelCase there.
public sealed class Catalogue
{
    public Dictionary<string, string>? AreaNames { get; set; }
    public Dictionary<string, string>? AudienceSubCategoryNames { get; set; }
    public Dictionary<string, string>? BlockNames { get; set; }
    public Dictionary<string, Concert>? Events { get; set; }
    public List<Performance>? Performances { get; set; }
    public Dictionary<string, string>? SeatCategoryNames { get; set; }
    public Dictionary<string, string>? SubTopicNames { get; set; }
    public Dictionary<string, string>? SubjectNames { get; set; }
    public Dictionary<string, string>? TopicNames { get; set; }
    public Dictionary<string, List<int>>? TopicSubTopics { get; set; }
    public Dictionary<string, string>? VenueNames { get; set; }
}

public sealed class Concert
{
    public string? Description { get; set; }
    public int Id { get; set; }
    public string? Logo { get; set; }
    public string? Name { get; set; }
    public List<int>? SubTopicIds { get; set; }
    public string? SubjectCode { get; set; }
    public string? Subtitle { get; set; }
    public List<int>? TopicIds { get; set; }
}

public sealed class Performance
{
    public int EventId { get; set; }
    public int Id { get; set; }
    public string? Logo { get; set; }
    public string? Name { get; set; }
    public List<Price>? Prices { get; set; }
    public List<SeatCategory>? SeatCategories { get; set; }
    public string? SeatMapImage { get; set; }
    public long Start { get; set; }
    public string? VenueCode { get; set; }
}

public sealed class Price
{
    public int Amount { get; set; }
    public int AudienceSubCategoryId { get; set; }
    public int SeatCategoryId { get; set; }
}

public sealed class SeatCategory
{
    public List<Area>? Areas { get; set; }
    public int SeatCategoryId { get; set; }
}

public sealed class Area
{
    public int AreaId { get; set; }
    public List<int>? BlockIds { get; set; }
}
