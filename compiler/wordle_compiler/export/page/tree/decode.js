// Reads the bytes of a tree file: MessagePack, SHA-256, zlib, and the arrays of FORMAT.md.
//
// The exporter has validated the tree with the runtime, and the checksum shows that it has arrived as it was. So a tree
// that passes the checksum is taken at its word here; this is no reader for files of unknown origin.

const MAGIC = "wordle-tree";
const MAJOR_VERSION = 1;
const DIGEST_BYTES = 32;
const CHECKSUM_BYTES = 34;

/** The page cannot be used; the message says why. */
class DamagedTree extends Error {}

/** Returns the bytes of Ascii85 in which `v` stands for `<`, which could begin markup. */
function bytesOf(text) {
  const size = Math.floor(text.length * 4 / 5);
  const view = new DataView(new ArrayBuffer(size + 4));
  for (let i = 0; i < text.length; i += 5) {
    let value = 0;
    for (const digit of text.slice(i, i + 5).padEnd(5, "u")) {
      value = value * 85 + (digit === "v" ? "<" : digit).charCodeAt(0) - 33;
    }
    view.setUint32(i * 4 / 5, value);
  }
  return new Uint8Array(view.buffer, 0, size);
}

/** Decodes the part of MessagePack that a tree file uses. Integers above 2^53 lose digits; no tree counts that far. */
class Unpacker {
  constructor(bytes) {
    this.bytes = bytes;
    this.at = 0;
  }

  take(size) {
    const start = this.at;
    if (size > this.bytes.length - start) {
      throw new DamagedTree("it ends too early");
    }
    this.at += size;
    return this.bytes.subarray(start, this.at);
  }

  uint(width) {
    return this.take(width).reduce((value, byte) => value * 256 + byte, 0);
  }

  int(width) {
    const first = this.uint(1);
    // Not by way of the unsigned value, which would lose the digits of eight bytes.
    return this.take(width - 1).reduce((value, byte) => value * 256 + byte, first < 0x80 ? first : first - 0x100);
  }

  value() {
    const head = this.uint(1);
    if (head < 0x80) return head;
    if (head < 0x90) return this.map(head & 0x0f);
    if (head < 0xa0) return this.array(head & 0x0f);
    if (head < 0xc0) return this.text(head & 0x1f);
    if (head >= 0xe0) return head - 0x100;
    switch (head) {
      case 0xc0: return null;
      case 0xc2: return false;
      case 0xc3: return true;
      case 0xc4: case 0xc5: case 0xc6: return this.take(this.uint(1 << (head - 0xc4)));
      case 0xcc: case 0xcd: case 0xce: case 0xcf: return this.uint(1 << (head - 0xcc));
      case 0xd0: case 0xd1: case 0xd2: case 0xd3: return this.int(1 << (head - 0xd0));
      case 0xd9: case 0xda: case 0xdb: return this.text(this.uint(1 << (head - 0xd9)));
      case 0xdc: case 0xdd: return this.array(this.uint(2 << (head - 0xdc)));
      case 0xde: case 0xdf: return this.map(this.uint(2 << (head - 0xde)));
      default: throw new DamagedTree(`byte ${this.at - 1} begins no value`);
    }
  }

  text(size) {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(this.take(size));
  }

  array(size) {
    return Array.from({ length: size }, () => this.value());
  }

  map(size) {
    // Without a prototype, no key can mean anything but itself.
    const entries = Object.create(null);
    for (let i = 0; i < size; i++) {
      const key = this.value();
      entries[key] = this.value();
    }
    return entries;
  }
}

/** The first 32 bits of the fractional parts of `root(p)` for the first `count` primes p (FIPS 180-4). */
function fractionsOfRoots(count, root) {
  const primes = [];
  for (let n = 2; primes.length < count; n++) {
    if (primes.every((prime) => n % prime)) primes.push(n);
  }
  return primes.map((prime) => ((root(prime) % 1) * 2 ** 32) | 0);
}

/**
 * Returns the SHA-256 of some bytes.
 *
 * Our own, since `crypto.subtle` is there on file: and https: but not where somebody serves the page by plain http:.
 */
function sha256(bytes) {
  const constants = fractionsOfRoots(64, Math.cbrt);
  const state = fractionsOfRoots(8, Math.sqrt);
  const padded = new Uint8Array(((bytes.length + 72) >> 6) << 6);
  padded.set(bytes);
  padded[bytes.length] = 0x80;
  const view = new DataView(padded.buffer);
  view.setUint32(padded.length - 8, Math.floor(bytes.length / 2 ** 29));
  view.setUint32(padded.length - 4, bytes.length << 3);
  const rotated = (x, n) => (x >>> n) | (x << (32 - n));
  const w = new Int32Array(64);
  for (let block = 0; block < padded.length; block += 64) {
    for (let i = 0; i < 16; i++) w[i] = view.getInt32(block + 4 * i);
    for (let i = 16; i < 64; i++) {
      const s0 = rotated(w[i - 15], 7) ^ rotated(w[i - 15], 18) ^ (w[i - 15] >>> 3);
      const s1 = rotated(w[i - 2], 17) ^ rotated(w[i - 2], 19) ^ (w[i - 2] >>> 10);
      w[i] = w[i - 16] + s0 + w[i - 7] + s1;
    }
    let [a, b, c, d, e, f, g, h] = state;
    for (let i = 0; i < 64; i++) {
      const s1 = rotated(e, 6) ^ rotated(e, 11) ^ rotated(e, 25);
      const t1 = (h + s1 + ((e & f) ^ (~e & g)) + constants[i] + w[i]) | 0;
      const s0 = rotated(a, 2) ^ rotated(a, 13) ^ rotated(a, 22);
      const t2 = (s0 + ((a & b) ^ (a & c) ^ (b & c))) | 0;
      [a, b, c, d, e, f, g, h] = [(t1 + t2) | 0, a, b, c, (d + t1) | 0, e, f, g];
    }
    [a, b, c, d, e, f, g, h].forEach((value, i) => { state[i] = (state[i] + value) | 0; });
  }
  const digest = new DataView(new ArrayBuffer(DIGEST_BYTES));
  state.forEach((value, i) => digest.setInt32(4 * i, value));
  return new Uint8Array(digest.buffer);
}

async function inflate(stream) {
  const plain = new Blob([stream]).stream().pipeThrough(new DecompressionStream("deflate"));
  return new Uint8Array(await new Response(plain).arrayBuffer());
}

async function inflateUints(stream, width) {
  const data = await inflate(stream);
  return Array.from({ length: data.length / width }, (_, i) => {
    let value = 0;
    for (let byte = width - 1; byte >= 0; byte--) value = value * 256 + data[i * width + byte];
    return value;
  });
}

/** Inflates `count` bits, the least significant of each byte first. */
async function inflateBits(stream, count) {
  const data = await inflate(stream);
  return Array.from({ length: count }, (_, i) => (data[i >> 3] >> (i & 7)) & 1);
}

/** Inflates a table of words, which is stored by column. */
async function inflateWords(stream, length) {
  const letters = graphemesOf(new TextDecoder("utf-8", { ignoreBOM: true }).decode(await inflate(stream)));
  const count = letters.length / length;
  return Array.from({ length: count }, (_, word) => {
    let text = "";
    for (let place = 0; place < length; place++) text += letters[place * count + word];
    return text;
  });
}

/** Reads a tree file. Rejects with a `DamagedTree` where its checksum differs or it is of another format. */
async function readTree(bytes) {
  const digest = sha256(bytes.subarray(0, -CHECKSUM_BYTES));
  if (bytes.length < CHECKSUM_BYTES || digest.some((byte, i) => byte !== bytes[bytes.length - DIGEST_BYTES + i])) {
    throw new DamagedTree("its checksum differs");
  }
  const file = new Unpacker(bytes).value();
  if (file.magic !== MAGIC || file.version[0] !== MAJOR_VERSION || !(file.game.kind in KINDS)) {
    throw new DamagedTree("it is of a format that this page does not know");
  }
  const { kind, length } = file.game;
  const feedbackWidth = [1, 2, 4].find((width) => KINDS[kind].count(length) <= 256 ** width);
  const answers = await inflateWords(file.words.answers, length);
  const words = answers.concat(await inflateWords(file.words.others, length));
  return new Tree(file, {
    words,
    members: file.likely ? await inflateBits(file.likely.members, answers.length) : null,
    weights: file.weights ? await inflateUints(file.weights.values, 4) : null,
    feedback: await inflateUints(file.nodes.feedback, feedbackWidth),
    children: await inflateUints(file.nodes.children, feedbackWidth),
    guess: await inflateUints(file.nodes.guess, words.length < 65536 ? 2 : 4),
  });
}
