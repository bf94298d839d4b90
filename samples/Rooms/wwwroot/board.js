// The board: strokes by id. Each is a keyed message of the room, so peers that join later receive them from the relay. Every page has the
// whole board, too, and sends again what the relay has lost in a restart.

import { KitbagRooms, utf8 } from "./kitbag.js";

const COLORS = ["#1f6feb", "#d1495b", "#2e933c", "#e08e1b", "#7b4bb7", "#333333"];
const ROOM = "board", KEYS = 1000, MOST_POINTS = 400;

const canvas = document.querySelector("canvas"), pen = canvas.getContext("2d", { willReadFrequently: true });
const me = {
    name: new URLSearchParams(location.search).get("name") ?? `Guest ${100 + Math.floor(Math.random() * 900)}`,
    color: COLORS[Math.floor(Math.random() * COLORS.length)],
};
const prefix = [...crypto.getRandomValues(new Uint8Array(6))].map(byte => byte.toString(16).padStart(2, "0")).join("");

const strokes = new Map();
const drafts = new Map();
let cleared = 0, lastStroke = 0, known = new Set(), room = null, drawing = null, isDrawn = true;

// Messages in the room are JSON.
const pack = value => utf8(JSON.stringify(value));
const unpack = bytes => JSON.parse(new TextDecoder().decode(bytes));

function share(stroke) {
    if (room?.send(pack({ stroke }), { key: stroke.id }))
        known.add(stroke.id);
}

function shareCleared() {
    if (room?.send(pack({ clear: cleared }), { key: "clear" }))
        known.add("clear");
}

function take({ stroke, draft, clear }) {
    if (clear > cleared) {
        cleared = clear;
        strokes.forEach(({ id, board }) => board < cleared && strokes.delete(id));
    }
    if (clear)
        known.add("clear");
    if (stroke) {
        known.add(stroke.id);
        drafts.delete(stroke.id);
        if (stroke.board >= cleared)
            strokes.set(stroke.id, stroke);
    }
    if (draft && !strokes.has(draft.id))
        drafts.set(draft.id, draft);
    redraw();
}

function redraw() {
    if (isDrawn)
        requestAnimationFrame(draw);
    isDrawn = false;
}

// The order is the same on every page.
const inOrder = () => [...strokes.values()].sort((one, other) => one.at - other.at || (one.id < other.id ? -1 : 1));

function draw() {
    isDrawn = true;
    pen.clearRect(0, 0, canvas.width, canvas.height);
    pen.lineCap = pen.lineJoin = "round";
    for (const { color, width, points } of [...inOrder(), ...drafts.values(), ...(drawing ? [drawing] : [])]) {
        pen.strokeStyle = color;
        pen.lineWidth = width;
        pen.beginPath();
        pen.moveTo(points[0], points[1]);
        for (let i = 0; i < points.length; i += 2)
            pen.lineTo(points[i], points[i + 1]);
        pen.stroke();
    }
}

function showPeers({ peers }) {
    document.querySelector("#peers").replaceChildren(...[...peers.values()].map(({ id, name, isAway, metadata }) => {
        const item = document.createElement("li");
        item.textContent = id === rooms.id ? `${name} (you)` : name;
        item.className = isAway ? "away" : "";
        item.style.borderColor = metadata.length ? unpack(metadata).color : "gray";
        return item;
    }));
}

function showColors() {
    document.querySelector("#colors").replaceChildren(...COLORS.map(color => {
        const button = document.createElement("button");
        button.style.background = color;
        button.className = color === me.color ? "chosen" : "";
        button.title = color;
        button.onclick = () => {
            me.color = color;
            showColors();
            if (room?.isJoined)
                room.describe(pack({ color })).catch(() => { });
        };
        return button;
    }));
}

// Drawing.

function place(event) {
    const { left, top, width, height } = canvas.getBoundingClientRect();
    return [Math.round((event.clientX - left) * canvas.width / width), Math.round((event.clientY - top) * canvas.height / height)];
}

canvas.onpointerdown = event => {
    canvas.setPointerCapture(event.pointerId);
    drawing = { id: `${prefix}-${++lastStroke}`, board: cleared, color: me.color, width: 5, at: Date.now(), points: place(event) };
    redraw();
};

canvas.onpointermove = event => {
    if (!drawing)
        return;
    drawing.points.push(...place(event));
    // The others see the stroke while it is drawn; slow peers may miss drafts, but always receive the complete stroke.
    room?.send(pack({ draft: drawing }), { sheddable: true });
    if (drawing.points.length >= 2 * MOST_POINTS)
        finish();
    redraw();
};

canvas.onpointerup = canvas.onpointercancel = finish;

function finish() {
    if (!drawing)
        return;
    strokes.set(drawing.id, drawing);
    share(drawing);
    drawing = null;
    redraw();
}

document.querySelector("#clear").onclick = () => {
    take({ clear: cleared + 1 });
    shareCleared();
};

// The room.

showColors();
const { relay } = await (await fetch("relay.json")).json();
const rooms = await KitbagRooms.connect(relay, {
    credentials: me.name,
    onready: isReady => document.querySelector("#state").classList.toggle("ready", isReady),
});
room = await rooms.join(ROOM, { history: 0, keys: KEYS, metadata: pack({ color: me.color }) }, {
    // The relay now sends all strokes that it knows. It lacks those that have not arrived when 'onlive' is called.
    onjoined: joined => {
        room = joined;
        known = new Set();
        drafts.clear();
    },
    onmessage: ({ payload }) => take(unpack(payload)),
    onlive: () => {
        if (cleared > 0 && !known.has("clear"))
            shareCleared();
        inOrder().filter(({ id }) => !known.has(id)).forEach(share);
    },
    onpeers: showPeers,
});
rooms.closed.then(({ reason, message }) => console.error(`The relay does not want this page any more: ${reason} ${message}`));

// For the developer console and for tests.
window.board = { rooms, room, me, strokes, drafts, inOrder };
