const LENGTH_DIGITS = 4
/** Maximum payload of a side-band packet. */
const BAND_BYTES = 65_515

export const FLUSH = Buffer.from('0000')

/** Git's pkt-line: the length in hex, then the line. */
export function packetLine(text: string | Buffer): Buffer {
  const bytes = Buffer.from(text)
  const length = (bytes.length + LENGTH_DIGITS).toString(16).padStart(LENGTH_DIGITS, '0')

  return Buffer.concat([Buffer.from(length), bytes])
}

/** Side-bands: data for git, and lines that git shows after `remote:`. */
const DATA_BAND = 1
export const MESSAGE_BAND = 2

/** Splits bytes into packets on a side-band. */
export function banded(bytes: Buffer, band = DATA_BAND): Buffer {
  const lines: Buffer[] = []
  for (let at = 0; at < bytes.length; at += BAND_BYTES) {
    const part = bytes.subarray(at, at + BAND_BYTES)
    lines.push(packetLine(Buffer.concat([Buffer.from([band]), part])))
  }

  return Buffer.concat(lines)
}

/** Lines up to the end or, with `stopAtFlush`, the first flush; a flush is null. */
export function readLines(bytes: Buffer, { stopAtFlush = false } = {}) {
  const lines: (string | null)[] = []
  let at = 0
  while (at + LENGTH_DIGITS <= bytes.length) {
    const length = Number.parseInt(bytes.toString('latin1', at, at + LENGTH_DIGITS), 16)
    if (Number.isNaN(length)) break
    const isFlush = length < LENGTH_DIGITS
    lines.push(isFlush ? null : bytes.toString('utf8', at + LENGTH_DIGITS, at + length))
    at += isFlush ? LENGTH_DIGITS : length
    if (isFlush && stopAtFlush) break
  }

  return { lines, rest: bytes.subarray(at) }
}

/** Joins the packets of one side-band. */
export function readBand(bytes: Buffer, band: number): Buffer {
  const parts: Buffer[] = []
  for (let at = 0; at + LENGTH_DIGITS <= bytes.length; ) {
    const length = Number.parseInt(bytes.toString('latin1', at, at + LENGTH_DIGITS), 16)
    if (bytes[at + LENGTH_DIGITS] === band && length > LENGTH_DIGITS) {
      parts.push(bytes.subarray(at + LENGTH_DIGITS + 1, at + length))
    }
    at += Math.max(length, LENGTH_DIGITS)
  }

  return Buffer.concat(parts)
}
