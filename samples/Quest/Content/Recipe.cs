namespace Quest.Content
{
    /// <summary>One way to make an item: either a shape or a heap of ingredients.</summary>
    public class Recipe
    {
        /// <summary>What is made.</summary>
        public struct Product
        {
            public int Id;
            public int Count;
        }

        /// <summary>Item ids in any order.</summary>
        public int[]? Ingredients { get; set; }

        /// <summary>Item ids row by row; null is an empty place.</summary>
        public int?[][]? InShape { get; set; }

        public Product Result { get; set; }
    }
}
