using NUnit.Framework;
using UnityEngine;

namespace Kitbag.Unity.Tests
{
    public class EngineTypesTests
    {
        [Test]
        public void ValuesComeBackFromDocuments() =>
            AreEqual(EngineTypes.Make(), KitbagSerializer.Deserialize<EngineTypes>(KitbagSerializer.Serialize(EngineTypes.Make())));

        [Test]
        public void ValuesComeBackFromJson() =>
            AreEqual(EngineTypes.Make(), KitbagJson.Deserialize<EngineTypes>(KitbagJson.Serialize(EngineTypes.Make())));

        // The layout in memory is the one that the codecs specify; the names are those of JsonUtility.
        [Test]
        public void JsonHasTheNamesOfUnity()
        {
            string json = KitbagJson.Serialize(EngineTypes.Make());
            foreach (string part in new[]
            {
                "\"Vector3\":{\"x\":1,\"y\":2,\"z\":3}",
                "\"Vector3Int\":{\"x\":1,\"y\":-2,\"z\":3}",
                "\"Quaternion\":{\"x\":0.5,\"y\":0.25,\"z\":0.125,\"w\":1}",
                "\"Color\":{\"r\":0.25,\"g\":0.5,\"b\":0.75,\"a\":1}",
                "\"Color32\":{\"rgba\":4278387201}",
                "\"Rect\":{\"x\":1,\"y\":2,\"width\":3,\"height\":4}",
                "\"RectInt\":{\"x\":1,\"y\":-2,\"width\":3,\"height\":4}",
                "\"Bounds\":{\"m_Center\":{\"x\":1,\"y\":2,\"z\":3},\"m_Extent\":{\"x\":1,\"y\":2,\"z\":3}}",
                "\"BoundsInt\":{\"m_Position\":{\"x\":1,\"y\":-2,\"z\":3},\"m_Size\":{\"x\":4,\"y\":5,\"z\":6}}",
                "\"e00\":0,\"e10\":10,\"e20\":20,\"e30\":30,\"e01\":1,",
                "\"Layers\":{\"m_Bits\":4294967295}",
                "\"inSlope\":3,\"outSlope\":4,",
                "\"Hash\":{\"Hash\":\"000102030405060708090a0b0c0d0e0f\"}",
                "\"m_NumColorKeys\":2,\"m_NumAlphaKeys\":3",
                "\"gold\":12",
                "\"Title\":\"Baron\"",
            })
                StringAssert.Contains(part, json);
            StringAssert.DoesNotContain("Cache", json);
        }

        [Test]
        public void JsonOfUnityIsRead()
        {
            EngineTypes read = KitbagJson.Deserialize<EngineTypes>(
                "{\"Rect\":{\"serializedVersion\":\"2\",\"x\":1.0,\"y\":2.0,\"width\":3.0,\"height\":4.0},"
                + "\"Color32\":{\"serializedVersion\":\"2\",\"rgba\":4278387201},"
                + "\"Layers\":{\"serializedVersion\":\"2\",\"m_Bits\":5},"
                + "\"Curve\":{\"serializedVersion\":\"2\",\"m_Curve\":[{\"serializedVersion\":\"3\",\"time\":1.0,\"value\":2.0,"
                + "\"inSlope\":0.0,\"outSlope\":0.0,\"tangentMode\":0,\"weightedMode\":0,\"inWeight\":0.0,\"outWeight\":0.0}],"
                + "\"m_PreInfinity\":2,\"m_PostInfinity\":2,\"m_RotationOrder\":4},"
                + "\"gold\":3}");
            Assert.AreEqual(new Rect(1, 2, 3, 4), read.Rect);
            Assert.AreEqual((byte)255, read.Color32.a);
            Assert.AreEqual(5, read.Layers.value);
            Assert.AreEqual(2f, read.Curve.keys[0].value);
            Assert.AreEqual(3, read.Gold);
        }

        [Test]
        public void DamagedHashIsRejected() =>
            Assert.Throws<KitbagException>(() => KitbagJson.Deserialize<EngineTypes>("{\"Hash\":{\"Hash\":\"xyz\"}}"));

        [Test]
        public void DamagedGradientIsRejected() =>
            Assert.Throws<KitbagException>(() => KitbagJson.Deserialize<EngineTypes>("{\"Gradient\":{\"m_NumColorKeys\":9}}"));

        private static void AreEqual(EngineTypes expected, EngineTypes actual)
        {
            Assert.AreEqual(expected.Vector2, actual.Vector2);
            Assert.AreEqual(expected.Vector3, actual.Vector3);
            Assert.AreEqual(expected.Vector4, actual.Vector4);
            Assert.AreEqual(expected.Vector2Int, actual.Vector2Int);
            Assert.AreEqual(expected.Vector3Int, actual.Vector3Int);
            Assert.AreEqual(expected.Quaternion, actual.Quaternion);
            Assert.AreEqual(expected.Color, actual.Color);
            Assert.AreEqual(expected.Color32, actual.Color32);
            Assert.AreEqual(expected.Rect, actual.Rect);
            Assert.AreEqual(expected.RectInt, actual.RectInt);
            Assert.AreEqual(expected.Bounds, actual.Bounds);
            Assert.AreEqual(expected.BoundsInt, actual.BoundsInt);
            Assert.AreEqual(expected.Matrix, actual.Matrix);
            Assert.AreEqual(expected.Layers.value, actual.Layers.value);
            AreEqual(expected.Keyframe, actual.Keyframe);
            Assert.AreEqual(expected.Curve.keys.Length, actual.Curve.keys.Length);
            AreEqual(expected.Curve.keys[1], actual.Curve.keys[1]);
            Assert.AreEqual(expected.Curve.preWrapMode, actual.Curve.preWrapMode);
            Assert.AreEqual(expected.Curve.postWrapMode, actual.Curve.postWrapMode);
            AreEqual(expected.Gradient, actual.Gradient);
            Assert.AreEqual(expected.Hash, actual.Hash);
            Assert.AreEqual(expected.Maybe, actual.Maybe);
            Assert.AreEqual(expected.Path, actual.Path);
            Assert.AreEqual(expected.Tiles, actual.Tiles);
            Assert.AreEqual(0, actual.Cache);
            Assert.AreEqual(expected.Gold, actual.Gold);
            Assert.AreEqual(expected.Title, actual.Title);
        }

        private static void AreEqual(Keyframe expected, Keyframe actual)
        {
            Assert.AreEqual(expected.time, actual.time);
            Assert.AreEqual(expected.value, actual.value);
            Assert.AreEqual(expected.inTangent, actual.inTangent);
            Assert.AreEqual(expected.outTangent, actual.outTangent);
            Assert.AreEqual(expected.inWeight, actual.inWeight);
            Assert.AreEqual(expected.outWeight, actual.outWeight);
            Assert.AreEqual(expected.weightedMode, actual.weightedMode);
        }

        private static void AreEqual(Gradient expected, Gradient actual)
        {
            Assert.AreEqual(expected.mode, actual.mode);
            Assert.AreEqual(expected.colorSpace, actual.colorSpace);
            Assert.AreEqual(expected.colorKeys.Length, actual.colorKeys.Length);
            Assert.AreEqual(expected.alphaKeys.Length, actual.alphaKeys.Length);
            for (int i = 0; i < expected.colorKeys.Length; i++)
            {
                Assert.AreEqual(expected.colorKeys[i].color, actual.colorKeys[i].color);
                Assert.AreEqual(expected.colorKeys[i].time, actual.colorKeys[i].time, 1f / 65535);
            }
            for (int i = 0; i < expected.alphaKeys.Length; i++)
            {
                Assert.AreEqual(expected.alphaKeys[i].alpha, actual.alphaKeys[i].alpha);
                Assert.AreEqual(expected.alphaKeys[i].time, actual.alphaKeys[i].time, 1f / 65535);
            }
        }
    }
}
