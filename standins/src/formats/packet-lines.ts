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
  let rest = bytes
  for (const { content, end } of packets(bytes)) {
    lines.push(content?.toString() ?? null)
    rest = bytes.subarray(end)
    if (!content && stopAtFlush) break
  }

  return { lines, rest }
}

/** Joins the packets of one side-band. */
export const readBand = (bytes: Buffer, band: number): Buffer =>
  Buffer.concat(
    [...packets(bytes)].flatMap(({ content }) =>
      content?.[0] === band ? [content.subarray(1)] : [],
    ),
  )

function* packets(bytes: Buffer): Generator<{ content: Buffer | null; end: number }> {
  for (let at = 0; at + LENGTH_DIGITS <= bytes.length; ) {
    const length = Number.parseInt(bytes.toString('latin1', at, at + LENGTH_DIGITS), 16)
    if (Number.isNaN(length)) return
    const isFlush = length < LENGTH_DIGITS
    const content = isFlush ? null : bytes.subarray(at + LENGTH_DIGITS, at + length)
    at += isFlush ? LENGTH_DIGITS : length
    yield { content, end: at }
  }
}
