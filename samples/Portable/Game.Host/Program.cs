using System;
using System.Runtime.Loader;
using Game.Shared;

Codecs.Register();
AssemblyLoadContext.GetLoadContext(typeof(Move).Assembly)!.Unloading += _ => Codecs.Unregister();
Move move = Move.FromBytes(new Move { Unit = 7, X = 1.5f, Y = -2 }.ToBytes());
Console.WriteLine($"unit {move.Unit} to {move.X}, {move.Y}");
return move is { Unit: 7, X: 1.5f, Y: -2 } ? 0 : 1;
