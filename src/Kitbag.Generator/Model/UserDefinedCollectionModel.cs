namespace Kitbag.Generator.Model
{
    /// <summary>Describes how a collection class of the program is created.</summary>
    /// <param name="CollectionConstruction">How the elements are added.</param>
    /// <param name="Through">The type through which elements are added, in C#: an interface, that of the constructor's parameter, or the
    /// method that [CollectionBuilder] specifies; empty if it is the collection itself.</param>
    /// <param name="IsMap">Whether it has keys and values.</param>
    /// <param name="IsOrdered">Whether the order of its elements is part of its value.</param>
    internal sealed record UserDefinedCollectionModel(CollectionConstruction CollectionConstruction, string Through, bool IsMap,
        bool IsOrdered)
    {
        /// <summary>Gets or initializes a value indicating whether elements can be added to an existing instance by ICollection.</summary>
        public bool CanFill { get; init; }

        /// <summary>Gets or initializes a value indicating whether an accessor calls the constructor without parameters.</summary>
        public bool HasHiddenConstructor { get; init; }

        /// <summary>Gets or initializes how the accessor names the constructor of a generic type; null if it is not generic.</summary>
        public OpenTypeModel? OpenConstructor { get; init; }
    }

    /// <summary>Specifies how elements are added to a collection.</summary>
    internal enum CollectionConstruction
    {
        /// <summary>A method Add.</summary>
        Add,

        /// <summary>A method Add that returns the collection with the element in it.</summary>
        ReturningAdd,

        /// <summary>An indexer by key.</summary>
        Indexer,

        /// <summary>A constructor with a parameter that a list can be, or for maps a dictionary.</summary>
        Constructor,

        /// <summary>A constructor with a parameter that only an array can be.</summary>
        ArrayConstructor,

        /// <summary>A constructor with a parameter that only a set can be.</summary>
        SetConstructor,

        /// <summary>A constructor with a parameter that is a span.</summary>
        SpanConstructor,

        /// <summary>A static method with a parameter that is a span, which [CollectionBuilder] names.</summary>
        Builder,
    }
}
