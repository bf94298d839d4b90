// The rules of rows are written once, in the library, whose files the generator links.
global using SlotKind = Kitbag.Layout.SlotKind;
global using SlotTable = Kitbag.Layout.SlotTable;
