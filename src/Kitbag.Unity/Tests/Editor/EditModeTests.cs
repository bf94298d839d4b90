using System.Collections.Generic;
using System.Reflection;
using Kitbag.Unity.Tests;
using NUnit.Framework;

namespace Kitbag.Unity.Editor.Tests
{
    public class EditModeTests
    {
        // The editor registers the codecs of both assemblies without loading a scene or entering play mode.
        [Test]
        public void CodecsAreRegisteredWithoutPlayMode()
        {
            var saves = new List<EngineTypes> { EngineTypes.Make() };
            List<EngineTypes> again = KitbagSerializer.Deserialize<List<EngineTypes>>(KitbagSerializer.Serialize(saves));
            Assert.AreEqual(12, again[0].Gold);
        }

        [Test]
        public void AssemblyWithoutTheGeneratorIsReported()
        {
            Assembly assembly = typeof(EditModeTests).Assembly;
            Assert.IsNull(GeneratorCheck.Problem(assembly, new[] { "Kitbag.Unity" }));
            StringAssert.Contains("add the reference", GeneratorCheck.Problem(assembly, new[] { "UnityEngine.TestRunner" }));
            Assert.IsNull(GeneratorCheck.Problem(typeof(object).Assembly, new string[0]));
        }
    }
}
