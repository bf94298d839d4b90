// A client of Kitbag's sessions and of its relay's rooms for browsers: docs/protocol.md over a WebSocket, in one file without dependencies.

const MAGIC = [0x4b, 0x42, 0x4e], VERSION = 1, MAX_HANDSHAKE = 8192, MAX_TOKEN = 64, MAX_TEXT = 1024, MAX_NAME = 512;
const LEAST_PAUSE = 50, MOST_PAUSE = 5000;
const EMPTY = new Uint8Array(0);

const Kind = {
    hello: 1, welcome: 2, refuse: 3, ping: 4, pong: 5, ack: 6, goodbye: 7,
    schema: 16, message: 17, request: 18, answer: 19, failure: 20, cancel: 21,
};

/** Why a session ended or was refused. The last two reasons are detected locally; peers do not send them. */
export const Reason = {
    done: 0, goingAway: 1, protocol: 2, version: 3, limit: 4, badMessage: 5, unknownMessage: 6, handlerFailed: 7, timedOut: 8,
    slowPeer: 9, notAllowed: 10, unknownSession: 11, busy: 12, connectionLost: 64, aborted: 65,
};

/** A session could not be started, or has ended, and its pending operations have failed. */
export class KitbagError extends Error {
    constructor(reason, message) {
        super(message);
        this.name = "KitbagError";
        this.reason = reason;
    }
}

/** The error with which the peer answered a request. */
export class RemoteError extends Error {
    constructor(code, message) {
        super(message);
        this.name = "RemoteError";
        this.code = code;
    }
}

const broken = message => new KitbagError(Reason.protocol, message);

/** Writes fields one after the other: bytes, numbers, text. */
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

/** Reads fields one after the other. Byte arrays that it returns are views of the input. */
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
            throw broken("A field ends after its frame.");
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
            throw broken("There are bytes after the last field.");
    }
}

export const utf8 = text => new TextEncoder().encode(text);

// A number and its length in bytes: 0 if more bytes are needed.
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

// At most a number of bytes of UTF-8, truncated between two characters.
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

// A WebSocket: frames may span several messages. No events are raised after drop().
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
                throw broken("The peer sends text, but only bytes are supported.");
            this.#chunks.push(new Uint8Array(data));
            this.#length += data.byteLength;
            for (let next; !this.#isDropped && (next = this.#take()) !== null;)
                this.onframe(next);
        } catch (error) {
            this.onerror(error);
        }
    }

    // The next frame, or null. Its bytes are not overwritten, so callers may keep them.
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

    // The first bytes as one array: chunks are joined if a frame spans several of them, each at most once for a frame.
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
    /** The credentials that are sent to the server for each connection: bytes or text, at most 4,096 bytes. */
    credentials: EMPTY,
    /** Called for each message: header, payload, name of its type ("" for a raw one). If it returns a promise, the next message waits. */
    onmessage: null,
    /** Called with true when connected, and with false when the connection is lost and the session waits for another one. */
    onconnection: () => { },
    /** The maximum number of received bytes that have not been handled; the maximum length of a frame. */
    window: 1 << 20, maxFrame: 4 << 20,
    /** The number of unacknowledged bytes from which on a send waits, and the number from which on it is rejected. */
    sendBuffer: 1 << 20, maxSendBuffer: 16 << 20,
    /** Milliseconds: how long the session is kept without a connection (0: it ends); the timeouts of docs/network.md. */
    resumeTimeout: 60000, handshakeTimeout: 10000, heartbeat: 15000, silence: 45000, requestTimeout: 30000, closeTimeout: 5000,
};

/** A session, which survives lost connections if the server allows it: each message is handled once, in order. */
export class KitbagSession {
    #url;
    #options;
    #connection = null;
    #isConnected = false;
    #generation = 0;
    #token = EMPTY;
    #timers = [];

    // Sending: frames that are not acknowledged, the first of them that this connection has not sent, positions.
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

    // Receiving: frames that wait for handlers, positions, the names of the peer's types.
    #queue = [];
    #queued = 0;
    #isHandling = false;
    #received = 0;
    #handled = 0;
    #told = 0;
    // A peer that waits is told smaller steps up to a position, or what was handled within some time.
    #tellUntil = 0;
    #tellStep = 0;
    #toldAt = 0;
    #peerTypes = [];

    #requests = new Map();
    #lastRequest = 0;

    // The end of the session: what was sent or received about it, and whether it is complete.
    #close = null;
    #hasSaidGoodbye = false;
    #hasHeardGoodbye = false;
    #isOver = false;
    #resolveClosed;

    /** Resolves when the session has ended: reason, message, whether the peer ended it. Never rejects. */
    closed = new Promise(resolve => this.#resolveClosed = resolve);

    constructor(url, options) {
        this.#url = url;
        this.#options = { ...DEFAULTS, ...options };
        if (typeof this.#options.credentials === "string")
            this.#options.credentials = utf8(this.#options.credentials);
    }

    /** Starts a session. Rejects with a KitbagError if the server refuses it or cannot be reached. */
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

    /** Sends a message with a header of raw bytes. The promise resolves when more can be sent. */
    sendRaw(header, payload = EMPTY) {
        return this.#append(frame(Kind.message, number(0), number(header.length), header, payload));
    }

    /** Sends a message of a type: { name, schema }, with its bare bytes. */
    send(type, header, payload = EMPTY) {
        return this.#append(frame(Kind.message, number(this.#numberOf(type)), number(header.length), header, payload));
    }

    /** Sends a request; resolves with the type and the bare bytes of the answer, rejects with a RemoteError if the peer reports one. */
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

    /** Says goodbye after all sent messages, and waits for the peer's goodbye, which follows all messages that the peer sent. */
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

    /** Ends the session immediately. */
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
        // From now on, the peer counts everything that was received as acknowledged.
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
            // The server has shut down as announced: the session ends with that reason when earlier messages have been handled.
            this.#hasSaidGoodbye = true;
            return;
        }
        // Frames that were not passed to a handler are sent again.
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
        // If the session can be resumed, the server keeps what it has sent until this client acknowledges it.
        if (this.#isConnected && this.#token.length !== 0 && this.#handled > this.#told)
            this.#tell();
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
            throw new KitbagError(Reason.limit, "Too much data is waiting to be sent: await the promises of earlier sends.");
        this.#written += bytes.length;
        this.#log.push({ bytes, end: this.#written });
        const sent = this.#written - this.#acknowledged <= this.#options.sendBuffer
            ? Promise.resolve()
            : new Promise((resolve, reject) => this.#waiting.push({ resolve, reject }));
        // Callers that do not await it learn from 'closed' that the session has ended.
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
                throw broken("The server sends data after its goodbye.");
            const position = this.#received + this.#queued;
            if (position + size - this.#told > this.#options.window && position !== this.#told)
                throw broken("The server sends more than the window that it was given.");
            this.#queued += size;
        }
        if (isNumbered || kind === Kind.goodbye)
            this.#queue.push(next);
        // These do not wait for the handlers of earlier messages.
        if (kind !== Kind.message && kind !== Kind.request && kind !== Kind.goodbye)
            this.#takeAtOnce(kind, new Reader(body));
        this.#handleQueue();
    }

    #takeAtOnce(kind, reader) {
        if (kind === Kind.ping) {
            const value = reader.take(8);
            reader.end();
            this.#tellUntil = this.#received + this.#queued;
            this.#tellStep = (this.#tellUntil - this.#told) / 16;
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
                throw broken(`Type ${number} does not follow the previous ones.`);
            this.#peerTypes[number - 1] = name;
        } else if (kind === Kind.answer || kind === Kind.failure) {
            this.#takeAnswer(kind, reader);
        } else if (kind < 128 && kind !== Kind.cancel) {
            throw broken(`A frame of kind ${kind} is not allowed here.`);
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

    // Frames are handled one after the other, synchronously unless a handler returns a promise.
    async #handleQueue() {
        if (this.#isHandling)
            return;
        this.#isHandling = true;
        while (this.#queue.length > 0 && !this.#isOver) {
            const next = this.#queue.shift(), size = next.kind === Kind.goodbye ? 0 : next.size;
            // Counts as received from now on, whatever the handler does and whatever happens to the connection.
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
            const step = this.#handled - this.#told;
            if (this.#isConnected && (step >= this.#options.window / 4 || step > 0 && this.#told < this.#tellUntil
                && (step >= this.#tellStep || this.#handled >= this.#tellUntil || Date.now() - this.#toldAt >= 50)))
                this.#tell();
        }
        this.#isHandling = false;
    }

    #tell() {
        this.#told = Math.max(this.#told, this.#handled);
        this.#toldAt = Date.now();
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

// Many clients may lose their connections at the same time; they should not all reconnect at the same time.
const longer = pause => Math.min(pause * 2, MOST_PAUSE) * (0.5 + Math.random() / 2);

const mayTryAgain = error => error instanceof KitbagError
    && [Reason.connectionLost, Reason.timedOut, Reason.busy].includes(error.reason);

// Rooms.

const ROOMS_VERSION = 1, MOST_DOUBTS = 20;
const FLAG_TO_ALL = 1, FLAG_TO_ONE = 2, FLAG_SHEDDABLE = 4, FLAG_KEY = 8, FLAG_CONFIRM = 16, FLAG_PAST = 32, FLAG_KEPT = 64;

const Op = {
    enter: 1, join: 2, leave: 3, list: 4, describe: 5, remove: 6, handOver: 7, send: 16,
    entered: 32, joined: 33, done: 34, failure: 35, rooms: 36, message: 37, peer: 38, room: 39, gap: 40, removed: 41, live: 42,
};

/** Why a relay rejected a request. The codes are those of docs/protocol.md; 0: the session was lost, so the result is unknown. */
export class RoomError extends Error {
    constructor(code, message) {
        super(message);
        this.name = "RoomError";
        this.code = code;
    }
}

const RoomCode = { none: 2, notIn: 7, notNow: 10, inDoubt: 11 };

/**
 * A client of a relay, over any number of consecutive sessions: if one is lost, another one is started, and the rooms are joined
 * again, kept ones after the last message that was received.
 */
export class KitbagRooms {
    #url;
    #options;
    #session = null;
    #instance = crypto.getRandomValues(new Uint8Array(6));
    #lastRequest = 0;
    #requests = new Map();
    #rooms = new Map();
    #byNumber = new Map();
    #isClosing = false;
    #wake = () => { };

    /** The id of this page at the relay, and the name of the relay. */
    id = "";
    relay = "";

    /** Resolves with the reason when the client has ended. Never rejects. */
    closed;

    constructor(url, options) {
        this.#url = url;
        this.#options = { onready: () => { }, ...options };
    }

    /**
     * Connects to a relay. The options are those of a session; 'onready' is called with true when all rooms are joined, with false when the
     * session or its connection is lost. Rejects if the relay refuses the session or cannot be reached.
     */
    static async connect(url, options = {}) {
        const rooms = new KitbagRooms(url, options);
        await rooms.#begin();
        rooms.#options.onready(true);
        rooms.closed = rooms.#keep();
        return rooms;
    }

    /**
     * Joins a room. Options: mode (0 must exist, 1 is created if necessary, 2 is created), secret, metadata of this peer, position,
     * and for a new room kept, unlisted, needsTicket, maxPeers, history, keys, password, about. Handlers: onjoined(room, isAgain),
     * onmessage(message, room), onlive(room), onpeers(room), onchanged(room), ongap(room, cause, count), onremoved(room, cause).
     */
    async join(name, options = {}, handlers = {}) {
        if (this.#rooms.has(name))
            throw new RoomError(0, `This page is in the room '${name}' already.`);
        const room = new Room(this, name, options, handlers);
        this.#rooms.set(name, room);
        try {
            await this.#join(room);
            return room;
        } catch (error) {
            this._forget(room);
            throw error;
        }
    }

    /** Lists the rooms whose names begin with a prefix: name, isKept, isLocked, peers, limit, about. */
    async list(prefix = "") {
        const all = [];
        for (let more = true; more;) {
            const reader = await this._ask(Op.list, header => header.text(prefix).text(all.at(-1)?.name ?? ""));
            more = reader.byte() !== 0;
            for (let count = reader.number(); count > 0; count--)
                all.push({
                    name: reader.text(), isKept: reader.byte() === 1, isLocked: reader.byte() === 1,
                    peers: reader.number(), limit: reader.number(), about: reader.bytes(),
                });
        }
        return all;
    }

    /** Leaves all rooms and says goodbye. */
    close() {
        this.#isClosing = true;
        this.#wake();
        this.#session?.close();
        return this.closed;
    }

    // For rooms: sends a request, and resolves with the answer after the number of the request.
    _ask(op, write, payload = EMPTY, again = null) {
        return new Promise((resolve, reject) => {
            const number = ++this.#lastRequest;
            const send = () => this._send(write(new Writer().byte(op).number(number), number).end(), payload);
            this.#requests.set(number, { resolve, reject, again: again && { ...again, number }, doubts: 0 });
            // Requests that can be repeated wait for the next session.
            if (again)
                this.#sendAgain(number);
            else if (!send()) {
                this.#requests.delete(number);
                reject(new RoomError(0, "There is no session with the relay."));
            }
        });
    }

    // Whether there is a session that can send it.
    _send(header, payload) {
        if (!this.#session?.isOpen)
            return false;
        this.#session.sendRaw(header, payload);
        return true;
    }

    _forget(room) {
        this.#rooms.delete(room.name);
        this.#byNumber.delete(room.number);
        room.number = 0;
        this.#requests.forEach((request, number) => {
            if (request.again?.room === room)
                this.#fail(number, new RoomError(RoomCode.notIn, "This page is not in the room any more."));
        });
    }

    async #begin() {
        let session = null;
        session = await KitbagSession.connect(this.#url, {
            ...this.#options,
            onmessage: (header, payload) => this.#receive(session, header, payload),
            onconnection: isConnected => session && this.#options.onready(isConnected && this.#byNumber.size === this.#rooms.size),
        });
        this.#session = session;
        const reader = await this._ask(Op.enter, header => header.number(ROOMS_VERSION).bytes(this.#instance));
        this.id = reader.text();
        this.relay = reader.text();
    }

    // Starts another session whenever one is lost, until this client is closed or the relay rejects it.
    async #keep() {
        for (let close; ;) {
            close = await this.#session.closed;
            this.#lose();
            if (this.#isClosing || !mayComeBack(close))
                return this.#end(close);
            const told = /^again in (\d+) ms$/.exec(close.message);
            for (let pause = told ? Number(told[1]) : LEAST_PAUSE; ; pause = longer(Math.max(pause, LEAST_PAUSE))) {
                await new Promise(resolve => setTimeout(this.#wake = resolve, pause));
                if (this.#isClosing)
                    return this.#end(close);
                try {
                    await this.#beginAgain();
                    break;
                } catch (error) {
                    this.#session?.abort();
                    this.#lose();
                    if (error instanceof KitbagError && !mayComeBack(error))
                        return this.#end(error);
                }
            }
        }
    }

    async #beginAgain() {
        this.#session = null;
        await this.#begin();
        for (const room of [...this.#rooms.values()])
            await this.#joinAgain(room);
        for (const number of [...this.#requests.keys()].sort((one, other) => one - other))
            this.#sendAgain(number);
        this.#options.onready(true);
    }

    async #joinAgain(room) {
        for (let attempt = 1; ; attempt++) {
            try {
                await this.#join(room);
                return;
            } catch (error) {
                if (!(error instanceof RoomError) || error.code === 0)
                    throw error;
                // The creator of the room may come back a little later.
                if (![RoomCode.none, RoomCode.notNow].includes(error.code) || attempt === MOST_DOUBTS) {
                    this._forget(room);
                    room.handlers.onremoved?.(room, 5);
                    return;
                }
                await new Promise(resolve => setTimeout(resolve, LEAST_PAUSE * attempt));
            }
        }
    }

    #join(room) {
        return this._ask(Op.join, (header, number) => room._writeJoin(header, number), room.metadata);
    }

    #sendAgain(number) {
        const { again } = this.#requests.get(number) ?? {};
        if (again && again.room.number !== 0)
            this._send(again.room._writeSend({ ...again.how, confirm: number }), again.payload);
    }

    #lose() {
        this.#options.onready(false);
        this.#byNumber.clear();
        this.#rooms.forEach(room => room.number = 0);
        this.#requests.forEach((request, number) => {
            if (!request.again?.room.isKept)
                this.#fail(number, new RoomError(0, "The session was lost before the relay answered."));
        });
    }

    #end(close) {
        this.#isClosing = true;
        this.#requests.forEach((request, number) => this.#fail(number, new KitbagError(close.reason, close.message)));
        return { reason: close.reason, message: close.message };
    }

    #fail(number, error) {
        const request = this.#requests.get(number);
        this.#requests.delete(number);
        request?.reject(error);
    }

    #receive(session, header, payload) {
        // Messages that an older session has received are only for that session.
        if (this.#session !== null && this.#session !== session)
            return;
        const reader = new Reader(header), op = reader.byte(), number = reader.number();
        const room = this.#byNumber.get(number);
        switch (op) {
            case Op.message:
                return room?._onMessage(reader, payload);
            case Op.peer:
                return room?._onPeer(reader, payload);
            case Op.room:
                return room?._onChanged(reader, payload);
            case Op.gap:
                return room?.handlers.ongap?.(room, reader.byte(), reader.number());
            case Op.live:
                return room?._onLive(reader);
            case Op.removed:
                if (room) {
                    this._forget(room);
                    room.handlers.onremoved?.(room, reader.byte());
                }
                return;
            case Op.failure:
                return this.#onFailure(number, reader.number(), reader.text(), reader);
            case Op.joined:
                return this.#onJoined(number, reader);
            case Op.entered:
            case Op.done:
            case Op.rooms:
                this.#requests.get(number)?.resolve(reader);
                this.#requests.delete(number);
        }
    }

    // The state is updated here, before anything after the answer is processed.
    #onJoined(number, reader) {
        const roomNumber = reader.number(), flags = reader.byte(), request = this.#requests.get(number);
        const room = [...this.#rooms.values()].find(candidate => candidate.request === number);
        this.#requests.delete(number);
        if (room) {
            this.#byNumber.set(roomNumber, room);
            room._onJoined(roomNumber, flags, reader);
        }
        request?.resolve(room);
    }

    #onFailure(number, code, text, reader) {
        const request = this.#requests.get(number);
        if (number === 0)
            console.warn(`A message in ${this.#byNumber.get(reader.number())?.name} could not be delivered: ${text}`);
        else if (request?.again?.room.isKept && code === RoomCode.inDoubt && request.doubts++ < MOST_DOUBTS)
            setTimeout(() => this.#sendAgain(number), LEAST_PAUSE * request.doubts);
        else
            this.#fail(number, new RoomError(code, text));
    }
}

/** A room that this page has joined. It is joined again automatically after the session with the relay was lost. */
export class Room {
    #client;
    #options;
    #wasJoined = false;

    /** Its number in this session; 0 while this page is not in it. */
    number = 0;
    request = 0;
    isKept = false;
    owner = "";
    about = EMPTY;

    /** The members, including this page: their ids, and for each { id, name, isAway, metadata }. */
    peers = new Map();

    /** The position of the last kept message that was received; it is updated before the handler is called. */
    position;

    constructor(client, name, options, handlers) {
        this.#client = client;
        this.#options = { mode: 1, secret: "", password: "", maxPeers: 0, history: 0, keys: 0, about: EMPTY, ...options };
        this.name = name;
        this.handlers = handlers;
        this.metadata = options.metadata ?? EMPTY;
        this.position = options.position ?? EMPTY;
    }

    get isJoined() {
        return this.number !== 0;
    }

    /**
     * Sends to all others, or according to 'how': to (the id of one peer), toMe, sheddable, key. Returns false if there is no session, and
     * nothing was sent.
     */
    send(payload, how = {}) {
        return this.isJoined && this.#client._send(this._writeSend(how), payload);
    }

    /** Sends; resolves with the position when the relay has received it. In a kept room it is sent again after a loss, and stored once. */
    async sendConfirmed(payload, how = {}) {
        return (await this.#client._ask(Op.send, null, payload, { room: this, payload, how })).bytes();
    }

    /** Leaves the room. */
    async leave() {
        const number = this.number;
        this.#client._forget(this);
        if (number !== 0)
            await this.#client._ask(Op.leave, header => header.number(number));
    }

    /** Changes the description of the room, which its owner may do, or of this page in it. */
    async describe(metadata, what = 1) {
        if (what === 1)
            this.metadata = metadata;
        await this.#client._ask(Op.describe, header => header.number(this.number).byte(what), metadata);
    }

    /** Removes a peer, and blocks its name for some seconds; only the owner may do so. */
    async remove(peer, seconds = 0) {
        await this.#client._ask(Op.remove, header => header.number(this.number).text(peer).number(seconds));
    }

    /** Makes another peer the owner. */
    async handOver(peer) {
        await this.#client._ask(Op.handOver, header => header.number(this.number).text(peer));
    }

    _writeJoin(header, number) {
        const { mode, secret, kept, unlisted, needsTicket, maxPeers, history, keys, password, about } = this.#options;
        this.request = number;
        header.text(this.name).byte(mode).bytes(utf8(secret)).bytes(this.position);
        return mode === 0 ? header : header.byte(kept ? 1 : 0).byte((unlisted ? 1 : 0) | (needsTicket ? 2 : 0))
            .number(maxPeers).number(history).number(keys).bytes(utf8(password)).bytes(about);
    }

    _writeSend({ to, toMe, sheddable, key, confirm }) {
        const header = new Writer().byte(Op.send).number(this.number).byte((to ? FLAG_TO_ONE : toMe ? FLAG_TO_ALL : 0)
            | (sheddable ? FLAG_SHEDDABLE : 0) | (key ? FLAG_KEY : 0) | (confirm ? FLAG_CONFIRM : 0));
        if (to)
            header.text(to);
        if (key)
            header.bytes(typeof key === "string" ? utf8(key) : key);
        if (confirm)
            header.number(confirm);
        return header.end();
    }

    _onJoined(number, flags, reader) {
        this.number = number;
        this.isKept = reader.byte() === 1;
        this.owner = reader.text();
        this.about = reader.bytes();
        this.peers.clear();
        for (let count = reader.number(); count > 0; count--)
            this.#add(reader.text(), reader.byte() === 1, reader.bytes());
        const isAgain = this.#wasJoined;
        this.#wasJoined = true;
        this.handlers.onjoined?.(this, isAgain);
        this.handlers.onpeers?.(this);
        if (isAgain && (!this.isKept || (flags & 2) !== 0))
            this.handlers.ongap?.(this, 0, 0);
    }

    _onMessage(reader, payload) {
        const flags = reader.byte(), from = reader.text(), key = flags & FLAG_KEY ? reader.bytes() : null;
        if (flags & FLAG_KEPT)
            this.position = reader.bytes().slice();
        const isPast = (flags & FLAG_PAST) !== 0, isKept = (flags & FLAG_KEPT) !== 0;
        return this.handlers.onmessage?.({ from, payload, key, isPast, isKept }, this);
    }

    _onLive(reader) {
        const position = reader.bytes();
        if (position.length !== 0)
            this.position = position.slice();
        return this.handlers.onlive?.(this);
    }

    _onPeer(reader, metadata) {
        const what = reader.byte(), id = reader.text();
        if (what === 2)
            this.peers.delete(id);
        else
            this.#add(id, what === 3, what === 3 ? this.peers.get(id)?.metadata ?? EMPTY : metadata);
        return this.handlers.onpeers?.(this);
    }

    _onChanged(reader, about) {
        this.owner = reader.text();
        this.about = about;
        return this.handlers.onchanged?.(this);
    }

    #add(id, isAway, metadata) {
        this.peers.set(id, { id, name: id.slice(0, -9), isAway, metadata });
    }
}

// Whether another session may be started after one has ended or was refused for a reason.
const mayComeBack = ({ reason, message }) => message !== "do not come back" && [Reason.goingAway, Reason.timedOut, Reason.slowPeer,
    Reason.unknownSession, Reason.busy, Reason.connectionLost].includes(reason);
