// A client of Kitbag's sessions for browsers: docs/protocol.md over a WebSocket, in one file without dependencies.

const MAGIC = [0x4b, 0x42, 0x4e], VERSION = 1, MAX_HANDSHAKE = 8192, MAX_TOKEN = 64, MAX_TEXT = 1024, MAX_NAME = 512;
const LEAST_PAUSE = 50, MOST_PAUSE = 5000;
const EMPTY = new Uint8Array(0);

const Kind = {
    hello: 1, welcome: 2, refuse: 3, ping: 4, pong: 5, ack: 6, goodbye: 7,
    schema: 16, message: 17, request: 18, answer: 19, failure: 20, cancel: 21,
};

/** Why a session ended, or was refused. The last two are found here; no peer sends them. */
export const Reason = {
    done: 0, goingAway: 1, protocol: 2, version: 3, limit: 4, badMessage: 5, unknownMessage: 6, handlerFailed: 7, timedOut: 8,
    slowPeer: 9, notAllowed: 10, unknownSession: 11, busy: 12, connectionLost: 64, aborted: 65,
};

/** A session could not begin, or has ended, and with it what was asked of it. */
export class KitbagError extends Error {
    constructor(reason, message) {
        super(message);
        this.name = "KitbagError";
        this.reason = reason;
    }
}

/** What a request failed with at the other end. */
export class RemoteError extends Error {
    constructor(code, message) {
        super(message);
        this.name = "RemoteError";
        this.code = code;
    }
}

const broken = message => new KitbagError(Reason.protocol, message);

/** Writes fields one behind the other: bytes, numbers, text. */
export class Writer {
    #bytes = new Uint8Array(64);
    #length = 0;

    byte(value) {
        this.#room(1)[this.#length++] = value;
        return this;
    }

    number(value) {
        if (!Number.isSafeInteger(value) || value < 0)
            throw new RangeError(`${value} is not a number of the protocol.`);
        for (; value >= 0x80; value = Math.floor(value / 128))
            this.byte((value % 128) | 0x80);
        return this.byte(value);
    }

    raw(bytes) {
        this.#room(bytes.length).set(bytes, this.#length);
        this.#length += bytes.length;
        return this;
    }

    bytes(bytes) {
        return this.number(bytes.length).raw(bytes);
    }

    text(text) {
        return this.bytes(utf8(text));
    }

    end() {
        return this.#bytes.slice(0, this.#length);
    }

    #room(count) {
        if (this.#length + count > this.#bytes.length) {
            const bytes = new Uint8Array(Math.max(this.#bytes.length * 2, this.#length + count));
            bytes.set(this.#bytes.subarray(0, this.#length));
            this.#bytes = bytes;
        }
        return this.#bytes;
    }
}

/** Reads fields one behind the other. What it answers lies in the bytes that it reads. */
export class Reader {
    #bytes;
    #at = 0;

    constructor(bytes) {
        this.#bytes = bytes;
    }

    byte() {
        return this.take(1)[0];
    }

    number(most = Number.MAX_SAFE_INTEGER) {
        const [value, length] = readNumber(this.#bytes, this.#at);
        if (length === 0 || value > most)
            throw broken("A number is malformed or too large.");
        this.#at += length;
        return value;
    }

    take(count) {
        if (count > this.#bytes.length - this.#at)
            throw broken("A field ends behind its frame.");
        return this.#bytes.subarray(this.#at, this.#at += count);
    }

    bytes(most) {
        return this.take(this.number(most));
    }

    text(most) {
        return new TextDecoder().decode(this.bytes(most));
    }

    rest() {
        return this.take(this.#bytes.length - this.#at);
    }

    end() {
        if (this.#at !== this.#bytes.length)
            throw broken("There are bytes behind the last field.");
    }
}

export const utf8 = text => new TextEncoder().encode(text);

// A number and how many bytes it takes: 0 where more bytes are needed.
function readNumber(bytes, at) {
    let value = 0, scale = 1;
    for (let length = 1; at < bytes.length; length++, scale *= 128) {
        const byte = bytes[at++];
        value += (byte & 0x7f) * scale;
        if (byte < 0x80) {
            if (byte === 0 && length > 1 || value > Number.MAX_SAFE_INTEGER)
                throw broken("A number is not in its shortest form, or too large for this client.");
            return [value, length];
        }
        if (length === 9)
            throw broken("A number has more than 9 bytes.");
    }
    return [0, 0];
}

function frame(kind, ...parts) {
    const length = parts.reduce((sum, part) => sum + part.length, 1);
    const writer = new Writer().number(length).byte(kind);
    parts.forEach(part => writer.raw(part));
    return writer.end();
}

const number = value => new Writer().number(value).end();

// At most so many bytes of UTF-8, cut between two characters.
function shortText(text, most) {
    const bytes = utf8(text);
    let end = Math.min(bytes.length, most);
    while (end < bytes.length && (bytes[end] & 0xc0) === 0x80)
        end--;
    return new Writer().bytes(bytes.subarray(0, end)).end();
}

const readFarewell = body => {
    const reader = new Reader(body), reason = reader.byte(), message = reader.text(MAX_TEXT);
    reader.end();
    return { reason, message };
};

// One WebSocket: frames come out of its messages, whose borders mean nothing. Nothing is heard of it after drop().
class Connection {
    #socket;
    #chunks = [];
    #length = 0;
    #isDropped = false;
    lastHeard = performance.now();
    longest = MAX_HANDSHAKE;

    constructor(url) {
        this.#socket = new WebSocket(url, ["kitbag.1"]);
        this.#socket.binaryType = "arraybuffer";
        this.#socket.onopen = () => this.#isDropped || this.onopen();
        this.#socket.onmessage = event => this.#receive(event.data);
        this.#socket.onclose = event => this.#isDropped || this.onlost(event.reason || `the WebSocket was closed with ${event.code}`);
    }

    send(bytes) {
        if (this.#socket.readyState === WebSocket.OPEN)
            this.#socket.send(bytes);
    }

    drop() {
        this.#isDropped = true;
        this.#socket.close();
    }

    #receive(data) {
        if (this.#isDropped)
            return;
        this.lastHeard = performance.now();
        try {
            if (typeof data === "string")
                throw broken("The peer sends text, and only bytes are understood.");
            this.#chunks.push(new Uint8Array(data));
            this.#length += data.byteLength;
            for (let next; !this.#isDropped && (next = this.#take()) !== null;)
                this.onframe(next);
        } catch (error) {
            this.onerror(error);
        }
    }

    // The next frame, or null. Its bytes are not written to any more, so whoever gets them may keep them.
    #take() {
        const start = this.#gather(Math.min(this.#length, 9));
        const [length, prefix] = readNumber(start, 0);
        if (prefix === 0)
            return null;
        if (length < 1 || length > this.longest)
            throw new KitbagError(length < 1 ? Reason.protocol : Reason.limit, `A frame has ${length} bytes.`);
        const size = prefix + length;
        if (this.#length < size)
            return null;
        const bytes = this.#gather(size);
        this.#length -= size;
        this.#chunks[0] = this.#chunks[0].subarray(size);
        if (this.#chunks[0].length === 0)
            this.#chunks.shift();
        return { kind: bytes[prefix], body: bytes.subarray(prefix + 1, size), size };
    }

    // The first bytes in one piece: chunks are joined where a frame lies in more than one of them, each at most once for a frame.
    #gather(count) {
        if (count === 0)
            return EMPTY;
        if (this.#chunks[0].length < count) {
            let end = 0;
            for (let length = 0; length < count; end++)
                length += this.#chunks[end].length;
            const parts = this.#chunks.splice(0, end);
            const joined = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
            parts.reduce((at, part) => (joined.set(part, at), at + part.length), 0);
            this.#chunks.unshift(joined);
        }
        return this.#chunks[0];
    }
}

const DEFAULTS = {
    /** What is shown to the server, for each connection: bytes or text, at most 4,096 bytes. */
    credentials: EMPTY,
    /** Gets each message: header, payload, the name of its type ("" for a raw one). A promise holds back those behind it. */
    onmessage: null,
    /** Called with true when there is a connection, with false when it is lost and the session waits for another one. */
    onconnection: () => { },
    /** How many bytes may lie here that are not handled; the longest frame. */
    window: 1 << 20, maxFrame: 4 << 20,
    /** From how many unacknowledged bytes on a send waits; from how many on it is refused. */
    sendBuffer: 1 << 20, maxSendBuffer: 16 << 20,
    /** Milliseconds: how long the session is kept without a connection (0: it ends with it); the times of docs/network.md. */
    resumeTimeout: 60000, handshakeTimeout: 10000, heartbeat: 15000, silence: 45000, requestTimeout: 30000, closeTimeout: 5000,
};

/** A session, which outlives its connections where the server allows it: each message is handled once, in order. */
export class KitbagSession {
    #url;
    #options;
    #connection = null;
    #isConnected = false;
    #generation = 0;
    #token = EMPTY;
    #timers = [];

    // What is sent: frames that are not acknowledged, the first of them that this connection has not taken, positions.
    #log = [];
    #next = 0;
    #written = 0;
    #sent = 0;
    #acknowledged = 0;
    #peerWindow = 0;
    #peerLongest = 0;
    #hasAsked = false;
    #waiting = [];
    #types = new Map();

    // What is received: frames that wait for handlers, positions, the names of the peer's types.
    #queue = [];
    #queued = 0;
    #isHandling = false;
    #received = 0;
    #handled = 0;
    #told = 0;
    #tellUntil = 0;
    #peerTypes = [];

    #requests = new Map();
    #lastRequest = 0;

    // How the session ends: what is said or was heard; whether that is all.
    #close = null;
    #hasSaidGoodbye = false;
    #hasHeardGoodbye = false;
    #isOver = false;
    #resolveClosed;

    /** Tells how the session ended, once it has: reason, message, whether the peer said so. Never rejected. */
    closed = new Promise(resolve => this.#resolveClosed = resolve);

    constructor(url, options) {
        this.#url = url;
        this.#options = { ...DEFAULTS, ...options };
        if (typeof this.#options.credentials === "string")
            this.#options.credentials = utf8(this.#options.credentials);
    }

    /** Begins a session. Rejected with a KitbagError where the server refuses, or is not there. */
    static async connect(url, options = {}) {
        const session = new KitbagSession(url, options);
        await session.#dial();
        session.#timers.push(setInterval(() => session.#tick(), session.#options.heartbeat / 3));
        return session;
    }

    get isConnected() {
        return this.#isConnected;
    }

    get isOpen() {
        return this.#close === null;
    }

    /** Sends a message whose header is the program's own bytes. The promise is fulfilled when there is room for more. */
    sendRaw(header, payload = EMPTY) {
        return this.#append(frame(Kind.message, number(0), number(header.length), header, payload));
    }

    /** Sends a message of a type: { name, schema }, with its bare bytes. */
    send(type, header, payload = EMPTY) {
        return this.#append(frame(Kind.message, number(this.#numberOf(type)), number(header.length), header, payload));
    }

    /** Asks; fulfilled with the answer's type and bare bytes, rejected with a RemoteError where the peer says so. */
    request(type, question, timeout = this.#options.requestTimeout) {
        return new Promise((resolve, reject) => {
            const id = ++this.#lastRequest;
            this.#append(frame(Kind.request, number(id), number(this.#numberOf(type)), question));
            const timer = setTimeout(() => {
                this.#requests.delete(id);
                reject(new KitbagError(Reason.timedOut, "The request was not answered in time."));
                if (this.isOpen)
                    this.#append(frame(Kind.cancel, number(id)));
            }, timeout);
            this.#requests.set(id, { resolve, reject, timer });
        });
    }

    /** Says goodbye behind all that was sent, and waits for the peer's, which comes behind all that the peer sent. */
    close(reason = Reason.done, message = "") {
        if (this.#close === null) {
            this.#close = { reason, message, byPeer: false };
            if (!this.#isConnected)
                this.#end(this.#close);
            this.#flush();
            this.#timers.push(setTimeout(() => this.abort(), this.#options.closeTimeout));
        }
        return this.closed;
    }

    /** Ends the session at once. */
    abort() {
        this.#end({ reason: Reason.aborted, message: "The session was aborted.", byPeer: false });
    }

    // Connections.

    #dial() {
        return new Promise((resolve, reject) => {
            const connection = new Connection(this.#url);
            const settle = (action, value) => {
                clearTimeout(timer);
                action(value);
            };
            const fail = error => {
                connection.drop();
                settle(reject, error);
            };
            const timer = setTimeout(() => fail(new KitbagError(Reason.timedOut, "There was no handshake in time.")),
                this.#options.handshakeTimeout);
            connection.onopen = () => connection.send(this.#hello());
            connection.onlost = why => fail(new KitbagError(Reason.connectionLost, `There is no connection: ${why}.`));
            connection.onerror = fail;
            connection.onframe = ({ kind, body }) => {
                if (kind === Kind.refuse) {
                    const { reason, message } = readFarewell(body);
                    throw new KitbagError(reason, message);
                }
                if (kind !== Kind.welcome)
                    throw broken(`The connection begins with a frame of kind ${kind}.`);
                if (this.#isOver)
                    throw new KitbagError(Reason.aborted, "The session has ended.");
                this.#attach(connection, body);
                settle(resolve);
            };
        });
    }

    #hello() {
        const { window, maxFrame, resumeTimeout, credentials } = this.#options;
        // From here on the peer counts what was received as acknowledged.
        this.#told = this.#received;
        this.#generation += resumeTimeout > 0 ? 1 : 0;
        return frame(Kind.hello, new Writer().raw(MAGIC).byte(VERSION).number(window).number(maxFrame).bytes(this.#token)
            .number(this.#generation).number(this.#received).bytes(credentials).end());
    }

    #attach(connection, body) {
        const reader = new Reader(body);
        if (reader.byte() !== VERSION)
            throw new KitbagError(Reason.version, "The server speaks another version of the protocol.");
        const window = reader.number(), longest = reader.number(), token = reader.bytes(MAX_TOKEN), position = reader.number();
        reader.end();
        this.#acknowledge(position, this.#written);
        this.#next = 0;
        this.#sent = position;
        this.#hasAsked = false;
        this.#peerWindow = window;
        this.#peerLongest = Math.min(longest, this.#options.maxFrame);
        if (this.#options.resumeTimeout > 0)
            this.#token = token.slice();
        this.#connection = connection;
        this.#isConnected = true;
        connection.longest = this.#options.maxFrame;
        connection.onframe = next => this.#take(next);
        connection.onlost = why => this.#lose(why);
        connection.onerror = error => this.#fail(error);
        this.#options.onconnection(true);
        this.#flush();
    }

    #lose(why) {
        if (!this.#isConnected || this.#isOver)
            return;
        this.#isConnected = false;
        this.#connection.drop();
        if (this.#queue.some(next => next.kind === Kind.goodbye)) {
            // The server is gone, as it said: the session ends with that when what came before it is handled.
            this.#hasSaidGoodbye = true;
            return;
        }
        // Frames that no handler was given come again.
        this.#queue = [];
        this.#queued = 0;
        if (this.#token.length === 0 || this.#close !== null) {
            this.#end(this.#hasHeardGoodbye ? this.#close
                : { reason: Reason.connectionLost, message: `The connection was lost: ${why}.`, byPeer: false });
            return;
        }
        this.#options.onconnection(false);
        this.#reconnect(performance.now() + this.#options.resumeTimeout);
    }

    async #reconnect(end) {
        for (let pause = LEAST_PAUSE; !this.#isOver; pause = longer(pause)) {
            try {
                await this.#dial();
                return;
            } catch (error) {
                if (!mayTryAgain(error)) {
                    this.#end({ reason: error.reason, message: error.message, byPeer: true });
                    return;
                }
            }
            if (performance.now() + pause > end)
                this.#end({ reason: Reason.connectionLost, message: "The connection was lost, and not made anew in time.", byPeer: false });
            else
                await new Promise(resolve => setTimeout(resolve, pause));
        }
    }

    #tick() {
        if (!this.#isConnected)
            return;
        const silent = performance.now() - this.#connection.lastHeard;
        if (silent >= this.#options.silence)
            this.#lose("nothing was heard of the server");
        else if (silent >= this.#options.heartbeat)
            this.#ping();
    }

    #ping() {
        this.#connection.send(frame(Kind.ping, new Uint8Array(8)));
    }

    // Sending.

    #numberOf(type) {
        let number = this.#types.get(type.name);
        if (number === undefined) {
            number = this.#types.size + 1;
            this.#append(frame(Kind.schema, new Writer().number(number).text(type.name).raw(type.schema).end()));
            this.#types.set(type.name, number);
        }
        return number;
    }

    #append(bytes) {
        if (this.#close !== null)
            throw new KitbagError(this.#close.reason, this.#close.message || "The session has ended.");
        if (readNumber(bytes, 0)[0] > this.#peerLongest)
            throw new KitbagError(Reason.limit, `A frame of ${bytes.length} bytes is longer than the server accepts.`);
        if (this.#written - this.#acknowledged > this.#options.maxSendBuffer)
            throw new KitbagError(Reason.limit, "Too much waits to be sent: await the promises of earlier sends.");
        this.#written += bytes.length;
        this.#log.push({ bytes, end: this.#written });
        const sent = this.#written - this.#acknowledged <= this.#options.sendBuffer
            ? Promise.resolve()
            : new Promise((resolve, reject) => this.#waiting.push({ resolve, reject }));
        // Whoever does not await it learns from 'closed' that the session has ended.
        sent.catch(() => { });
        this.#flush();
        return sent;
    }

    #flush() {
        if (!this.#isConnected)
            return;
        for (; this.#next < this.#log.length; this.#next++) {
            const { bytes, end } = this.#log[this.#next];
            if (end - this.#acknowledged > this.#peerWindow && this.#sent !== this.#acknowledged)
                break;
            this.#connection.send(bytes);
            this.#sent = end;
            this.#hasAsked = false;
        }
        const isAllSent = this.#next === this.#log.length;
        if ((!isAllSent || this.#waiting.length > 0) && !this.#hasAsked) {
            this.#hasAsked = true;
            this.#ping();
        }
        if (isAllSent && this.#close !== null && !this.#hasSaidGoodbye)
            this.#sayGoodbye(this.#close.byPeer ? { reason: Reason.done, message: "" } : this.#close);
    }

    #sayGoodbye({ reason, message }) {
        this.#hasSaidGoodbye = true;
        if (this.#handled > this.#told)
            this.#tell();
        this.#connection.send(frame(Kind.goodbye, [reason], shortText(message, MAX_TEXT)));
        if (this.#hasHeardGoodbye)
            this.#end(this.#close);
    }

    #acknowledge(position, most) {
        if (position < this.#acknowledged || position > most)
            throw broken(`Position ${position} is acknowledged, outside of ${this.#acknowledged} to ${most}.`);
        this.#acknowledged = position;
        let done = 0;
        while (done < this.#log.length && this.#log[done].end <= position)
            done++;
        this.#log.splice(0, done);
        this.#next = Math.max(0, this.#next - done);
        if (this.#written - position <= this.#options.sendBuffer / 2)
            this.#waiting.splice(0).forEach(waiter => waiter.resolve());
    }

    // Receiving.

    #take(next) {
        const { kind, body, size } = next;
        const isNumbered = kind >= Kind.schema && kind <= Kind.cancel;
        if (isNumbered) {
            if (this.#hasHeardGoodbye || this.#queue.some(earlier => earlier.kind === Kind.goodbye))
                throw broken("The server sends more behind its goodbye.");
            const position = this.#received + this.#queued;
            if (position + size - this.#told > this.#options.window && position !== this.#told)
                throw broken("The server sends more than the window that it was given.");
            this.#queued += size;
        }
        if (isNumbered || kind === Kind.goodbye)
            this.#queue.push(next);
        // These do not wait for the handlers of what came before them.
        if (kind !== Kind.message && kind !== Kind.request && kind !== Kind.goodbye)
            this.#takeAtOnce(kind, new Reader(body));
        this.#handleQueue();
    }

    #takeAtOnce(kind, reader) {
        if (kind === Kind.ping) {
            const value = reader.take(8);
            reader.end();
            this.#tellUntil = this.#received + this.#queued;
            this.#tell();
            this.#connection.send(frame(Kind.pong, value));
        } else if (kind === Kind.pong) {
            reader.take(8);
            reader.end();
        } else if (kind === Kind.ack) {
            const position = reader.number();
            reader.end();
            this.#acknowledge(position, this.#sent);
            this.#flush();
        } else if (kind === Kind.schema) {
            const number = reader.number(), name = reader.text(MAX_NAME);
            if (number < 1 || number > this.#peerTypes.length + 1)
                throw broken(`Type ${number} does not follow those before it.`);
            this.#peerTypes[number - 1] = name;
        } else if (kind === Kind.answer || kind === Kind.failure) {
            this.#takeAnswer(kind, reader);
        } else if (kind < 128 && kind !== Kind.cancel) {
            throw broken(`There is no frame of kind ${kind} here.`);
        }
    }

    #takeAnswer(kind, reader) {
        const id = reader.number(), request = this.#requests.get(id);
        const outcome = kind === Kind.answer
            ? { type: this.#typeOf(reader.number()), value: reader.rest() }
            : new RemoteError(reader.number(), reader.text(MAX_TEXT));
        if (request === undefined)
            return;
        this.#requests.delete(id);
        clearTimeout(request.timer);
        (kind === Kind.answer ? request.resolve : request.reject)(outcome);
    }

    #typeOf(number) {
        if (number === 0)
            return "";
        if (number > this.#peerTypes.length)
            throw broken(`Type ${number} was not introduced.`);
        return this.#peerTypes[number - 1];
    }

    // One frame after the other, here and at once where no handler takes its time.
    async #handleQueue() {
        if (this.#isHandling)
            return;
        this.#isHandling = true;
        while (this.#queue.length > 0 && !this.#isOver) {
            const next = this.#queue.shift(), size = next.kind === Kind.goodbye ? 0 : next.size;
            // Had from here on, whatever the handler does and whatever becomes of the connection meanwhile.
            this.#received += size;
            this.#queued -= size;
            try {
                const handling = this.#handle(next);
                if (handling instanceof Promise)
                    await handling;
            } catch (error) {
                this.#fail(error);
            }
            this.#handled = this.#received;
            if (this.#isConnected && (this.#handled - this.#told >= this.#options.window / 4
                || this.#handled > this.#told && this.#told < this.#tellUntil))
                this.#tell();
        }
        this.#isHandling = false;
    }

    #tell() {
        this.#told = Math.max(this.#told, this.#handled);
        this.#connection.send(frame(Kind.ack, number(this.#told)));
    }

    #handle({ kind, body }) {
        const reader = new Reader(body);
        if (kind === Kind.message) {
            const type = this.#typeOf(reader.number()), header = reader.bytes(), payload = reader.rest();
            if (this.#options.onmessage === null)
                throw new KitbagError(Reason.unknownMessage, "There is no handler for messages.");
            return this.#options.onmessage(header, payload, type);
        }
        if (kind === Kind.request && this.isOpen) {
            this.#append(frame(Kind.failure, number(reader.number()), number(0), shortText("This client answers no requests.", MAX_TEXT)));
        } else if (kind === Kind.goodbye) {
            if (this.#hasHeardGoodbye)
                throw broken("The server says goodbye twice.");
            this.#hasHeardGoodbye = true;
            this.#close ??= { ...readFarewell(body), byPeer: true };
            if (this.#hasSaidGoodbye)
                this.#end(this.#close);
            else
                this.#flush();
        }
    }

    // The end.

    #fail(error) {
        if (this.#isOver)
            return;
        const reason = error instanceof KitbagError ? error.reason : Reason.handlerFailed;
        if (reason === Reason.handlerFailed)
            console.error("A handler failed:", error);
        this.#close = { reason, message: reason === Reason.handlerFailed ? "A handler failed." : error.message, byPeer: false };
        if (this.#isConnected && !this.#hasSaidGoodbye)
            this.#sayGoodbye(this.#close);
        this.#end(this.#close);
    }

    #end(close) {
        if (this.#isOver)
            return;
        this.#isOver = true;
        this.#isConnected = false;
        this.#close = close;
        this.#timers.forEach(clearTimeout);
        this.#connection?.drop();
        const error = new KitbagError(close.reason, close.message || "The session has ended.");
        this.#waiting.splice(0).forEach(waiter => waiter.reject(error));
        this.#requests.forEach(({ reject, timer }) => (clearTimeout(timer), reject(error)));
        this.#requests.clear();
        this.#resolveClosed(close);
    }
}

// Many clients lose their connections at one moment; they should not all come back at another.
const longer = pause => Math.min(pause * 2, MOST_PAUSE) * (0.5 + Math.random() / 2);

const mayTryAgain = error => error instanceof KitbagError
    && [Reason.connectionLost, Reason.timedOut, Reason.busy].includes(error.reason);
