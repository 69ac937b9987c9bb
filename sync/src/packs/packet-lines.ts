import { type Bytes, concatBytes, decodeUtf8, encodeUtf8 } from '#objects/bytes.ts'

export const FLUSH: Bytes = encodeUtf8('0000')

/** A line of git's protocol: its length in four hexadecimal digits, then the line. */
export function packetLine(text: string): Bytes {
  const length = encodeUtf8(text).length + 4

  return encodeUtf8(length.toString(16).padStart(4, '0') + text)
}

/** The result of each ref, and GitHub's messages to the pusher. */
export type PackAnswer = { lines: string[]; said: string }

const [REPORT, MESSAGE] = [1, 2]

/** With side-bands, the first byte of each line is its channel number. */
export function readReport(bytes: Bytes): PackAnswer {
  const packets = readPackets(bytes)
  const isPlain = packets.some(([first = 0]) => first > MESSAGE + 1)
  if (isPlain) return { lines: packets.map(textOfLine), said: '' }
  const channel = (number: number) =>
    concatBytes(packets.filter(([first]) => first === number).map((one) => one.subarray(1)))

  return {
    lines: readPackets(channel(REPORT)).map(textOfLine),
    said: textOfLine(channel(MESSAGE)),
  }
}

const textOfLine = (bytes: Bytes): string => (decodeUtf8(bytes) ?? '').trimEnd()

function readPackets(bytes: Bytes): Bytes[] {
  const packets: Bytes[] = []
  let at = 0
  while (at + 4 <= bytes.length) {
    const length = Number.parseInt(decodeUtf8(bytes.subarray(at, at + 4)) ?? '', 16)
    if (Number.isNaN(length) || length < 4) at += 4
    else {
      packets.push(bytes.subarray(at + 4, at + length))
      at += length
    }
  }
  return packets
}
