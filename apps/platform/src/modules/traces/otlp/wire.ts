/** The bytes are no protobuf message, or not the one that is expected. */
export class MalformedMessage extends Error {}

const malformed = (): MalformedMessage => new MalformedMessage('The protobuf message is malformed.');

/** How many fields are still read of a message, together with all messages inside it. */
interface FieldsLeft {
  count: number;
}

/** Reads one protobuf message field by field, and never beyond its end. Nothing is allocated but what is asked for. */
export class Wire {
  readonly #bytes: Buffer;
  #at: number;
  readonly #end: number;
  readonly #left: FieldsLeft;
  #type = 0;

  constructor(bytes: Buffer, start = 0, end = bytes.length, left: FieldsLeft = { count: Infinity }) {
    this.#bytes = bytes;
    this.#at = start;
    this.#end = end;
    this.#left = left;
  }

  /** The number of the next field, or 0 at the end, and where no more of them are read. */
  next(): number {
    if (this.#at >= this.#end || this.#left.count <= 0) return 0;
    this.#left.count -= 1;
    const tag = this.#varint();
    const field = Number(tag >> 3n);
    this.#type = Number(tag & 7n);
    if (field === 0) throw malformed();
    return field;
  }

  skip(): void {
    if (this.#type === 0) this.#varint();
    else if (this.#type === 1) this.#advance(8);
    else if (this.#type === 2) this.#advance(this.#length());
    else if (this.#type === 5) this.#advance(4);
    else throw malformed();
  }

  uint(): bigint {
    this.#require(0);
    return this.#varint();
  }

  fixed64(): bigint {
    this.#require(1);
    return this.#bytes.readBigUInt64LE(this.#advance(8));
  }

  double(): number {
    this.#require(1);
    return this.#bytes.readDoubleLE(this.#advance(8));
  }

  /** With a bound of its own, or as much as is left of the bound around it. */
  message(mostFields?: number): Wire {
    const { start, end } = this.#delimited();
    const left = mostFields === undefined ? this.#left : { count: mostFields };
    return new Wire(this.#bytes, start, end, left);
  }

  /** Cut where it is longer than wanted, before a string is made of it. */
  text(maxBytes: number): string {
    const { start, end } = this.#delimited();
    return this.#bytes.toString('utf8', start, Math.min(end, start + maxBytes));
  }

  hex(maxBytes: number): string {
    const { start, end } = this.#delimited();
    return this.#bytes.toString('hex', start, Math.min(end, start + maxBytes));
  }

  #delimited(): { start: number; end: number } {
    this.#require(2);
    const length = this.#length();
    const start = this.#advance(length);
    return { start, end: start + length };
  }

  #require(type: number): void {
    if (this.#type !== type) throw malformed();
  }

  #length(): number {
    const length = this.#varint();
    if (length > BigInt(this.#end)) throw malformed();
    return Number(length);
  }

  #advance(bytes: number): number {
    const start = this.#at;
    if (start + bytes > this.#end) throw malformed();
    this.#at = start + bytes;
    return start;
  }

  #varint(): bigint {
    let low = 0;
    for (let shift = 0; shift < 28; shift += 7) {
      const byte = this.#byte();
      low |= (byte & 0x7f) << shift;
      if (byte < 0x80) return BigInt(low);
    }
    let value = BigInt(low);
    for (let shift = 28n; shift < 70n; shift += 7n) {
      const byte = this.#byte();
      value |= BigInt(byte & 0x7f) << shift;
      if (byte < 0x80) return BigInt.asUintN(64, value);
    }
    throw malformed();
  }

  #byte(): number {
    const byte = this.#bytes[this.#at];
    if (byte === undefined || this.#at >= this.#end) throw malformed();
    this.#at += 1;
    return byte;
  }
}
