using System;
using System.Collections.Generic;
using System.Globalization;
using System.Linq;
using System.Numerics;
using Quest.Model;

namespace Quest.Generation
{
    /// <summary>Generates a world, which is the same for the same seed.</summary>
    public sealed class WorldGenerator
    {
        private const int Rooms = 120;
        private const int Items = 220;
        private const int Characters = 90;
        private const int Dialogues = 60;
        private const int Errands = 40;
        private static readonly DateTime s_start = new DateTime(2026, 3, 1, 9, 30, 0, DateTimeKind.Utc);

        private readonly Random _random;
        private readonly Words _words;
        private List<Room> _rooms = new List<Room>();
        private List<Character> _characters = new List<Character>();

        private WorldGenerator(int seed)
        {
            _random = new Random(seed);
            _words = new Words(_random);
        }

        public static World Create(int seed) => new WorldGenerator(seed).World(seed);

        private World World(int seed)
        {
            Guid id = Guid();
            _rooms = Many(Rooms, Room);
            Connect();
            _characters = Many(Characters, Character);
            Settle();
            Acquaint();
            return new World
            {
                Id = id,
                Title = "The Lantern below the Hill",
                Seed = seed,
                BuiltAt = s_start,
                Size = new Vector2(640, 480.5f),
                Rooms = _rooms,
                Items = Many(Items, Item),
                Characters = _characters,
                Dialogues = Talk(),
                Errands = Many(Errands, Errand),
                Maps = new[] { Map("Surface", 64, 48), Map("Cellars", 48, 32), Map("Depths", 32, 32) },
                Strings = Enumerable.Range(0, 300).ToDictionary(i => $"menu.line.{i}", _ => _words.Sentence),
                Saves = new[] { Save(0, 5), Save(1, 80), null, Save(2, 160), NewGame() },
            };
        }

        private static string Id(string kind, int number) => string.Create(CultureInfo.InvariantCulture, $"{kind}_{number:000}");

        private static string RoomId(int i) => Id("room", i);

        private static string ItemId(int i) => Id("item", i);

        private static string CharacterId(int i) => Id("npc", i);

        private static string DialogueId(int i) => Id("talk", i);

        private static string ErrandId(int i) => Id("errand", i);

        private static string FlagId(int i) => Id("flag", i);

        private T Describe<T>(T thing, string id, string name)
            where T : Thing
        {
            thing.Id = id;
            thing.Name = Words.Titled(name);
            thing.Description = _words.Sentences(1, 4);
            thing.Tags = Enumerable.Range(0, _random.Next(4)).Select(_ => _words.Adjective).ToHashSet();
            return thing;
        }

        private Room Room(int i) => Describe(
            new Room
            {
                Center = new Vector2(Number(0, 640), Number(0, 480)),
                Light = (Room.Lighting)_random.Next(3),
                Tint = new Color { R = Byte(), G = Byte(), B = Byte(), A = 255 },
                ItemIds = Many(_random.Next(5), _ => AnyItem()),
                Outline = Many(_random.Next(4, 9), _ => new Vector2(Number(-8, 8), Number(-8, 8))).ToArray(),
                Music = Chance(0.4) ? $"music/{_words.Adjective}_{_words.Place}.ogg" : null,
                RespawnAfter = Chance(0.3) ? TimeSpan.FromMinutes(_random.Next(5, 600)) : null,
                Danger = Number(0, 1),
            },
            RoomId(i),
            $"{_words.Adjective} {_words.Place}");

        // Exits lead in both directions, unless the other room already has an exit in the opposite direction.
        private void Connect()
        {
            for (int i = 0; i < Rooms; i++)
            {
                Room here = _rooms[i];
                foreach (Direction direction in Enum.GetValues<Direction>().Where(_ => Chance(0.35)))
                {
                    Room there = _rooms[(i + _random.Next(1, 12)) % Rooms];
                    var exit = new Exit
                    {
                        To = there,
                        KeyId = Chance(0.15) ? AnyItem() : null,
                        Hidden = Chance(0.1),
                        WalkTime = TimeSpan.FromSeconds(_random.Next(2, 40)),
                    };
                    if (here.Exits.TryAdd(direction, exit))
                    {
                        exit.To = here;
                        there.Exits.TryAdd(Opposite(direction), exit);
                    }
                }
            }
        }

        private static Direction Opposite(Direction direction) => direction switch
        {
            Direction.North => Direction.South,
            Direction.South => Direction.North,
            Direction.East => Direction.West,
            Direction.West => Direction.East,
            Direction.Up => Direction.Down,
            _ => Direction.Up,
        };

        private Item Item(int i)
        {
            var kind = (ItemKind)_random.Next(8);
            return Describe(
                new Item
                {
                    Kind = kind,
                    Rarity = (Rarity)Math.Max(0, _random.Next(8) - 4),
                    Traits = Enum.GetValues<ItemTrait>().Where(_ => Chance(0.15)).ToHashSet(),
                    Glyph = "?/[!-~%$"[(int)kind],
                    Price = new decimal(_random.Next(1, 100_000), 0, 0, false, 2),
                    Weight = Number(0, 20),
                    MaxStack = kind is ItemKind.Potion or ItemKind.Food ? 20 : 1,
                    Durability = kind is ItemKind.Weapon or ItemKind.Armour ? (short)_random.Next(20, 500) : null,
                    Damage = kind == ItemKind.Weapon ? Damage() : null,
                    Bonuses = Enum.GetValues<Stat>().Where(_ => Chance(0.2)).ToDictionary(stat => stat, _ => _random.Next(-3, 10)),
                    Prefab = Guid(),
                    Icon = Chance(0.5) ? Bytes(64) : null,
                },
                ItemId(i),
                $"{_words.Adjective} {_words.Object}");
        }

        private Damage Damage()
        {
            int min = _random.Next(1, 10);
            return new Damage
            {
                Min = min,
                Max = min + _random.Next(1, 12),
                Type = (Damage.Kind)_random.Next(4),
                CriticalChance = Math.Round(_random.NextDouble() / 3, 3),
            };
        }

        private Character Character(int i) => Describe(
            new Character
            {
                Handle = Guid(),
                Profession = _words.Of(Enum.GetValues<Profession>()),
                Level = _random.Next(1, 40),
                Stats = Stats(),
                Position = Position(),
                Essential = Chance(0.2),
                Born = Chance(0.7) ? new DateTime(_random.Next(1200, 1300), 1, 1).AddDays(_random.Next(365)) : null,
                Inventory = Stacks(8),
                Day = Many(_random.Next(2, 6), hour => new Character.Appointment
                {
                    From = TimeSpan.FromHours(6 + (hour * 3)),
                    Room = AnyRoom(),
                    Activity = _words.Of("sleep", "work", "eat", "pray", "wander"),
                }),
                Patrols = Many(_random.Next(3), _ => Many(_random.Next(2, 7), _ => Position()).ToArray()).ToArray(),
                Experience = _random.NextInt64(10_000_000_000),
            },
            CharacterId(i),
            $"{_words.Person} of the {_words.Place}");

        // The members of a family live together: up to two parents and their children. A family of one lives alone.
        private void Settle()
        {
            int size;
            for (int first = 0; first < Characters; first += size)
            {
                size = Math.Min(_random.Next(1, 6), Characters - first);
                Character[] family = _characters.GetRange(first, size).ToArray();
                Room home = AnyRoom();
                for (int i = 0; i < size; i++)
                {
                    family[i].Home = home;
                    home.Residents.Add(family[i]);
                    for (int j = 0; j < size; j++)
                    {
                        if (i != j)
                        {
                            AddTo(family[i].Relatives, KinshipOf(isParent: j < 2, ofParent: i < 2), family[j]);
                        }
                    }
                }
            }
        }

        private static Kinship KinshipOf(bool isParent, bool ofParent) => (isParent, ofParent) switch
        {
            (true, true) => Kinship.Spouse,
            (true, false) => Kinship.Parent,
            (false, true) => Kinship.Child,
            _ => Kinship.Sibling,
        };

        private static void AddTo(Dictionary<Kinship, List<Character>> relatives, Kinship kinship, Character relative)
        {
            if (!relatives.TryGetValue(kinship, out List<Character>? known))
            {
                relatives.Add(kinship, known = new List<Character>());
            }

            known.Add(relative);
        }

        // Friendship and rivalry are mutual, opinions are not.
        private void Acquaint()
        {
            foreach (Character character in _characters)
            {
                foreach (Character friend in Many(_random.Next(3), _ => AnyCharacter()).Where(friend => friend != character))
                {
                    character.Friends.Add(friend);
                    friend.Friends.Add(character);
                }

                Character other = AnyCharacter();
                if (Chance(0.2) && other != character && other.Rival == null && character.Rival == null)
                {
                    character.Rival = other;
                    other.Rival = character;
                }

                character.Opinions = Enumerable.Range(0, 6).Select(_ => AnyCharacter()).Distinct()
                    .Select(about => new Character.Opinion { Of = about, Points = (sbyte)_random.Next(-100, 101) }).ToList();
            }
        }

        // Several characters may share a dialogue.
        private Dictionary<string, Dialogue> Talk()
        {
            List<Dialogue> dialogues = Many(Dialogues, Dialogue);
            foreach (Character character in _characters.Where(_ => Chance(0.6)))
            {
                character.Dialogue = dialogues[_random.Next(Dialogues)];
            }

            return Enumerable.Range(0, Dialogues).ToDictionary(DialogueId, i => dialogues[i]);
        }

        private Dialogue Dialogue(int i)
        {
            List<Dialogue.Node> nodes = Many(_random.Next(6, 16), n => new Dialogue.Node
            {
                Id = n + 1,
                Speaker = _characters[i],
                Text = _words.Sentences(1, 3),
                Mood = _words.Of(Enum.GetValues<Mood>()),
                Pause = Chance(0.1) ? TimeSpan.FromMilliseconds(_random.Next(200, 3000)) : null,
            });
            foreach (Dialogue.Node node in nodes)
            {
                node.Choices = Many(_random.Next(4), _ => new Dialogue.Choice
                {
                    Text = _words.Sentence,
                    Next = Chance(0.8) ? nodes[_random.Next(nodes.Count)] : null,
                    NeedsFlag = Chance(0.2) ? AnyFlag() : null,
                    NeedsItemId = Chance(0.1) ? AnyItem() : null,
                    SetsFlag = Chance(0.2) ? AnyFlag() : null,
                    Cost = Chance(0.1) ? _random.Next(1, 500) : 0,
                });
            }

            return new Dialogue { Title = _words.Sentence, Start = nodes[0], Nodes = nodes };
        }

        private Errand Errand(int i) => Describe(
            new Errand
            {
                Giver = AnyCharacter(),
                Steps = Many(_random.Next(1, 6), step => new Errand.Step
                {
                    Text = _words.Sentence,
                    DoneFlag = AnyFlag(),
                    Room = Chance(0.7) ? AnyRoom() : null,
                    Points = (uint)(step * 50),
                }),
                Rewards = Stacks(3),
                Deadline = Chance(0.25) ? TimeSpan.FromHours(_random.Next(12, 100)) : null,
                UnlockedAtLevels = Enumerable.Range(0, _random.Next(3)).Select(_ => _random.Next(1, 30)).ToHashSet(),
            },
            ErrandId(i),
            $"the {_words.Adjective} {_words.Object}");

        // The ground consists of patches, as on a hand-drawn map, not of noise.
        private TileMap Map(string name, int width, int height)
        {
            int count = width * height;
            int Patch(int i, int size) => (i % width / size * 7) + (i / width / size * 13);
            return new TileMap
            {
                Name = name,
                Width = width,
                Height = height,
                Ground = Many(count, i => (ushort)(Chance(0.05) ? _random.Next(400) : 100 + (Patch(i, 6) % 5))).ToArray(),
                Tiles = Many(count, i => Chance(0.15)
                    ? new Tile
                    {
                        Object = (ushort)_random.Next(1, 900),
                        Variant = (byte)_random.Next(4),
                        Footing = _words.Of(Enum.GetValues<Footing>())
                    }
                    : default).ToArray(),
                Light = Many(count, i => (byte)(Patch(i, 4) % 16)).ToArray(),
                Heights = Many(width, i => MathF.Round(MathF.Sin(i / 9f) * 20, 2)).ToArray(),
                Signs = Enumerable.Range(0, 12).ToDictionary(i => i * count / 12, _ => _words.Sentence),
                Spawns = name == "Surface" ? null : Many(20, _ => new Spawn
                {
                    X = _random.Next(width),
                    Y = _random.Next(height),
                    Monster = $"{_words.Adjective}_rat",
                    PerHour = _random.NextDouble() * 10,
                    OnlyAtNight = Chance(0.5),
                }),
            };
        }

        private SaveGame Save(int slot, int progress)
        {
            DateTime savedAt = s_start.AddHours(progress * 3).AddMilliseconds(_random.Next(3_600_000));
            return new SaveGame
            {
                Id = Guid(),
                Name = $"Slot {slot + 1}: {_words.Adjective} {_words.Place}",
                SavedAt = savedAt,
                Played = TimeSpan.FromMinutes((progress * 7) + 0.25),
                Difficulty = (Difficulty)(1 + (slot % 3)),
                Player = Player(progress),
                Flags = Enumerable.Range(0, 200).ToDictionary(FlagId, i => i < progress && Chance(0.8)),
                Counters = new[] { "steps", "fights", "deaths", "doors" }.ToDictionary(name => name, _ => _random.Next(progress * 100)),
                VisitedRooms = Enumerable.Range(0, progress).Select(_ => AnyRoom().Id).ToHashSet(),
                Journal = Many(progress, i => new JournalEntry
                {
                    At = s_start.AddMinutes(i * 17),
                    GameTime = TimeSpan.FromMinutes(i * 11),
                    Text = _words.Sentences(1, 3),
                    ErrandId = Chance(0.5) ? ErrandId(_random.Next(Errands)) : null,
                    Read = Chance(0.9),
                }),
                Characters = Enumerable.Range(0, Characters).Where(_ => Chance(0.7)).ToDictionary(CharacterId, _ => State(savedAt)),
                Dropped = Many(progress / 2, _ => new DroppedItem { Stack = Stack(), At = Position(), Angle = Number(-3, 3) }),
                Errands = Enumerable.Range(0, Errands).Where(_ => Chance(0.3)).ToDictionary(ErrandId, _ => new ErrandState
                {
                    StepsDone = _random.Next(5),
                    TimeLeft = Chance(0.2) ? TimeSpan.FromSeconds(_random.Next(10_000)) : null,
                    Points = (uint)_random.Next(1000),
                }),
                Explored = Many(16, _ => Many(20, _ => Chance(progress / 200.0)).ToArray()).ToArray(),
                Thumbnail = Bytes(1200),
                RandomState = (ulong)_random.NextInt64() * 2,
                StatsBeforeCurse = Chance(0.5) ? Stats() : null,
            };
        }

        // A save in which all collections are empty, and all numbers have their initial values.
        private SaveGame NewGame() => new SaveGame { Id = Guid(), Name = "", Difficulty = Difficulty.Normal };

        private Player Player(int progress) => new Player
        {
            Name = _words.Person,
            Position = Position(),
            Facing = new Vector2(0, -1),
            RoomId = AnyRoom().Id,
            Stats = Stats(),
            Level = 1 + (progress / 10),
            Gold = _random.NextInt64(progress * 1000L),
            Inventory = Stacks(progress / 4),
            Equipment = Enum.GetValues<EquipmentSlot>().Where(_ => Chance(0.6)).ToDictionary(slot => slot, _ => AnyItem()),
            QuickSlots = Many(8, _ => Chance(0.5) ? AnyItem() : null).ToArray(),
            HighScores = Many(6, _ => Chance(0.5) ? _random.Next(10_000) : (int?)null).ToArray(),
            BlockedDirections = Enum.GetValues<Direction>().Where(_ => Chance(0.3)).ToHashSet(),
        };

        private CharacterState State(DateTime savedAt) => new CharacterState
        {
            Stats = Stats(),
            Position = Position(),
            RoomId = AnyRoom().Id,
            Alive = Chance(0.95),
            Mood = Chance(0.5) ? _random.Next(-10, 11) : null,
            LastTalk = Chance(0.5) ? savedAt.AddMinutes(-_random.Next(5000)) : null,
        };

        private Stats Stats()
        {
            int max = _random.Next(20, 200);
            return new Stats
            {
                MaxHealth = max,
                Health = Chance(0.6) ? max : _random.Next(max),
                Strength = (short)_random.Next(1, 20),
                Wit = (short)_random.Next(1, 20),
                Charm = (short)_random.Next(1, 20),
                Luck = (short)_random.Next(-5, 6),
                Stamina = Chance(0.5) ? 1 : Number(0, 1),
            };
        }

        private ItemStack Stack() => new ItemStack
        {
            ItemId = AnyItem(),
            Count = _random.Next(1, 20),
            DurabilityLeft = Chance(0.3) ? (short)_random.Next(500) : null,
        };

        private List<ItemStack> Stacks(int max) => Many(_random.Next(max + 1), _ => Stack());

        private Vector3 Position() => new Vector3(Number(0, 640), Number(0, 480), Number(-20, 20));

        private Room AnyRoom() => _rooms[_random.Next(Rooms)];

        private string AnyItem() => ItemId(_random.Next(Items));

        private Character AnyCharacter() => _characters[_random.Next(Characters)];

        private string AnyFlag() => FlagId(_random.Next(200));

        private Guid Guid() => new Guid(Bytes(16));

        private byte Byte() => (byte)_random.Next(256);

        private byte[] Bytes(int count)
        {
            byte[] bytes = new byte[count];
            _random.NextBytes(bytes);
            return bytes;
        }

        private float Number(int min, int max) => min + (_random.NextSingle() * (max - min));

        private bool Chance(double probability) => _random.NextDouble() < probability;

        private List<T> Many<T>(int count, Func<int, T> create) => Enumerable.Range(0, count).Select(create).ToList();
    }
}
