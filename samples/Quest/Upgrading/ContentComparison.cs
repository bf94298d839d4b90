using System;
using System.Collections.Generic;
using System.Globalization;
using System.Linq;
using Quest.Content;

namespace Quest.Upgrading
{
    /// <summary>Compares content of the first version with the content that the next version has read.</summary>
    internal static class ContentComparison
    {
        /// <summary>Returns the differences.</summary>
        /// <param name="before">The content in the first version.</param>
        /// <param name="after">The content in the next version.</param>
        public static IEnumerable<string> Compare(GameContent before, Next.GameContent after)
        {
            IEnumerable<string> wrong = All("block", before.Blocks, after.Blocks, (a, b) => IsSame(a, b) && a.StackSize == b.StackSize
                    && (float)a.Hardness == b.Hardness && (float)a.Resistance == b.Resistance && a.Diggable == b.Diggable
                    && a.Material == b.Material && a.Transparent == b.Transparent && a.EmitLight == b.EmitLight
                    && a.FilterLight == b.FilterLight && a.DefaultState == b.DefaultState && a.MinStateId == b.MinStateId
                    && a.MaxStateId == b.MaxStateId && b.Drops.SetEquals(a.Drops) && b.Slipperiness == 0.6
                    && (a.BoundingBox == BoundingBox.Block) == (b.Solidity == Next.Solidity.Solid)
                    && IsSame(a.HarvestTools, b.HarvestTools)
                    && IsSame(a.States, b.States, (x, y) => x.Name == y.Name && x.Type.ToString() == y.Type.ToString()
                        && x.NumValues == y.NumValues && IsSame(x.Values, y.Values, (v, w) => v == w)))
                .Concat(All("loot", before.BlockLoot, after.Loot, (a, b) => a.Block == b.Block
                    && IsSame(a.Drops, b.Drops, (x, y) => x.Item == y.Item && Shortest(x.DropChance) == y.DropChance
                        && x.StackSizeRange.Min == y.Count.Min && x.StackSizeRange.Max == y.Count.Max && x.SilkTouch == y.SilkTouch
                        && x.NoSilkTouch == y.NoSilkTouch && x.BlockAge == y.BlockAge)))
                .Concat(All("item", before.Items, after.Items, (a, b) => IsSame(a, b) && a.StackSize == b.StackSize
                    && IsSame(a.EnchantCategories, b.EnchantCategories, (x, y) => x == y) && a.MaxDurability == b.MaxDurability
                    && IsSame(a.RepairWith, b.RepairWith, (x, y) => x == y) && b.Rarity == Next.Rarity.Common))
                .Concat(All("food", before.Foods, after.Foods, (a, b) => IsSame(a, b) && a.StackSize == b.StackSize
                    && a.FoodPoints == b.Nutrition && a.Saturation == b.Saturation && a.SaturationRatio == b.SaturationRatio))
                .Concat(All("entity", before.Entities, after.Entities, (a, b) => IsSame(a, b) && a.InternalId == b.InternalId
                    && b.Extent.Width == a.Width && b.Extent.Height == a.Height
                    && a.Type == b.Type && a.Category == b.Category
                    && a.MetadataKeys.SequenceEqual(b.Tracked)))
                .Concat(All("effect", before.Effects, after.Effects, (a, b) => IsSame(a, b) && (int)a.Type == (int)b.Type))
                .Concat(All("enchantment", before.Enchantments, after.Enchantments, (a, b) => IsSame(a, b) && a.MaxLevel == b.MaxLevel
                    && a.MinCost.A == b.MinCost.A && a.MinCost.B == b.MinCost.B && a.MaxCost.A == b.MaxCost.A
                    && a.MaxCost.B == b.MaxCost.B && a.TreasureOnly == b.TreasureOnly && a.Curse == b.Curse
                    && b.Exclude.SetEquals(a.Exclude) && b.Categories.SequenceEqual(new[] { a.Category }) && a.Weight == b.Weight
                    && a.Tradeable == b.Tradeable && a.Discoverable == b.Discoverable))
                .Concat(All("recipe", before.Recipes.OrderBy(entry => entry.Key), after.Recipes, (a, b) => a.Key == b.Key
                    && IsSame(a.Value, b.Value, (x, y) => IsSame(x.Ingredients, y.Ingredients, (v, w) => v == w)
                        && IsSame(x.InShape, y.InShape, (v, w) => v.SequenceEqual(w)) && x.Result.Id == y.Result.Id
                        && x.Result.Count == y.Result.Count)))
                .Concat(All("material", before.Materials, after.Materials, (a, b) => a.Key == b.Key && IsSame(a.Value, b.Value)))
                .Concat(All("text", before.Language, after.Language, (a, b) => a.Key == b.Key && a.Value == b.Value));
            return after.Revision == 2 ? wrong : wrong.Append("the revision");
        }

        private static IEnumerable<string> All<TOld, TNew>(string what, IEnumerable<TOld> before, IEnumerable<TNew> after,
            Func<TOld, TNew, bool> isSame)
        {
            TOld[] olds = before.ToArray();
            TNew[] news = after.ToArray();
            return olds.Length != news.Length ? new[] { $"{olds.Length} × {what} became {news.Length}" }
                : Enumerable.Range(0, olds.Length).Where(i => !isSame(olds[i], news[i])).Select(i => $"{what} {i}");
        }

        // The decimal that the text of a number denotes; a cast would give 15 digits.
        private static decimal Shortest(double number) =>
            decimal.Parse(number.ToString("R", CultureInfo.InvariantCulture), NumberStyles.Float, CultureInfo.InvariantCulture);

        private static bool IsSame(Named before, Next.Named after) =>
            before.Id == after.Id && before.Name == after.Name && before.DisplayName == after.DisplayName;

        private static bool IsSame<TOld, TNew>(IEnumerable<TOld>? before, IEnumerable<TNew>? after, Func<TOld, TNew, bool> isSame) =>
            before == null || after == null
                ? (before == null) == (after == null)
                : !All("", before, after, isSame).Any();

        private static bool IsSame<TKey, TValue>(Dictionary<TKey, TValue>? before, Dictionary<TKey, TValue>? after)
            where TKey : notnull =>
            IsSame(before, after, (a, b) => a.Key.Equals(b.Key) && Equals(a.Value, b.Value));
    }
}
