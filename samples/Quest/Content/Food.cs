namespace Quest.Content
{
    /// <summary>An item that can be eaten.</summary>
    public class Food : Named
    {
        public int StackSize { get; set; }
        public double FoodPoints { get; set; }
        public double Saturation { get; set; }
        public double EffectiveQuality { get; set; }
        public double SaturationRatio { get; set; }
    }
}
