using System.IO;
using UnityEngine;

namespace Kitbag.Samples
{
    /// <summary>
    /// Loads the game when the scene starts, and saves it when the scene ends. Add this component to an object in the scene.
    /// </summary>
    public class FirstSave : MonoBehaviour
    {
        [SerializeField]
        private string file = "save.kit";

        private SaveGame game;

        private string FilePath => Path.Combine(Application.persistentDataPath, file);

        private void Awake()
        {
            game = SaveSlot.Load(FilePath);
            transform.SetPositionAndRotation(game.Position, game.Rotation);
            Debug.Log(game.Hero + " has " + game.Gold + " gold and " + game.Quests.Count + " quests.");
        }

        private void OnDestroy()
        {
            game.Position = transform.position;
            game.Rotation = transform.rotation;
            game.Earn(1);
            SaveSlot.Save(FilePath, game);
        }
    }
}
