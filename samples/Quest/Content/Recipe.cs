namespace Quest.Content
{
    /// <summary>A way to craft an item: with a shape or with unordered ingredients.</summary>
    public class Recipe
    {
        /// <summary>The item that is crafted.</summary>
        public struct Product
        {
            public int Id;
            public int Count;
        }

        /// <summary>Item ids in any order.</summary>
        public int[]? Ingredients { get; set; }

        /// <summary>Item ids, row by row; null is an empty cell.</summary>
        public int?[][]? InShape { get; set; }

        public Product Result { get; set; }
    }
}
