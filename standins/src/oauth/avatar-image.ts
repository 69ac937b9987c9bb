import { createHash } from 'node:crypto'
import { crc32, deflateSync } from 'node:zlib'
import type { Context } from 'hono'

const CELLS = 5
const CELL_PIXELS = 32
// One empty cell on each side, so that the pattern fits into the circle in which avatars are shown.
const SIDE_PIXELS = (CELLS + 2) * CELL_PIXELS
const PAPER = [240, 238, 233]

/** The avatar of this name: a mirrored pattern as PNG, identical for equal names. */
export const answerAvatar = (c: Context, of: string) =>
  c.body(avatarImage(of), 200, {
    'content-type': 'image/png',
    'cache-control': 'max-age=300',
    'x-content-type-options': 'nosniff',
  })

function avatarImage(of: string): Uint8Array<ArrayBuffer> {
  const digest = [...createHash('sha256').update(of).digest()]
  const ink = digest.slice(0, 3).map((byte) => 40 + (byte % 140))
  const isInked = (column: number, row: number) =>
    [column, row].every((at) => at >= 0 && at < CELLS) &&
    (digest[3 + Math.min(column, CELLS - 1 - column) * CELLS + row] ?? 0) % 2 === 0
  const cellOf = (pixel: number) => Math.floor(pixel / CELL_PIXELS) - 1
  const pixels = Array.from({ length: SIDE_PIXELS }, (_, i) => i)
  // Each row of a PNG begins with the number of its filter; 0 is none.
  const rows = pixels.flatMap((y) => [
    0,
    ...pixels.flatMap((x) => (isInked(cellOf(x), cellOf(y)) ? ink : PAPER)),
  ])
  const size = [0, 0, 0, SIDE_PIXELS]
  const eightBitColour = [8, 2, 0, 0, 0]

  return Uint8Array.from(
    Buffer.concat([
      Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
      chunk('IHDR', Buffer.from([...size, ...size, ...eightBitColour])),
      chunk('IDAT', deflateSync(Uint8Array.from(rows))),
      chunk('IEND', Buffer.alloc(0)),
    ]),
  )
}

function chunk(type: string, content: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), content])
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(content.length)
  check.writeUInt32BE(crc32(named))

  return Buffer.concat([length, named, check])
}
