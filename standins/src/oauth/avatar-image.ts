import { createHash } from 'node:crypto'
import { crc32, deflateSync } from 'node:zlib'
import type { Context } from 'hono'

const CELLS = 5
const CELL_PIXELS = 32
// Wide enough for the pattern to fit into the circle in which avatars are shown.
const MARGIN_PIXELS = 36
const SIDE_PIXELS = CELLS * CELL_PIXELS + 2 * MARGIN_PIXELS
const PAPER = [240, 238, 233] as const

/** The avatar of this name. */
export const answerAvatar = (c: Context, of: string) =>
  c.body(avatarImage(of), 200, {
    'content-type': 'image/png',
    'cache-control': 'max-age=300',
    'x-content-type-options': 'nosniff',
  })

/** A mirrored pattern as PNG, identical for equal names. */
function avatarImage(of: string): Uint8Array<ArrayBuffer> {
  const digest = createHash('sha256').update(of).digest()
  const ink = [0, 1, 2].map((i) => 40 + (digest.readUInt8(i) % 140))
  const rows: number[] = []

  for (let y = 0; y < SIDE_PIXELS; y += 1) {
    // Each row of a PNG begins with the number of its filter; 0 is none.
    rows.push(0)
    for (let x = 0; x < SIDE_PIXELS; x += 1) rows.push(...(isInked(digest, x, y) ? ink : PAPER))
  }

  return Uint8Array.from(
    Buffer.concat([
      Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
      chunk('IHDR', header()),
      chunk('IDAT', deflateSync(Uint8Array.from(rows))),
      chunk('IEND', Buffer.alloc(0)),
    ]),
  )
}

function isInked(digest: Buffer, x: number, y: number): boolean {
  const column = Math.floor((x - MARGIN_PIXELS) / CELL_PIXELS)
  const row = Math.floor((y - MARGIN_PIXELS) / CELL_PIXELS)
  if (column < 0 || row < 0 || column >= CELLS || row >= CELLS) return false
  const mirrored = Math.min(column, CELLS - 1 - column)

  return digest.readUInt8(3 + mirrored * CELLS + row) % 2 === 0
}

function header(): Buffer {
  const eightBitColour = [8, 2, 0, 0, 0]
  const size = Buffer.alloc(8)
  size.writeUInt32BE(SIDE_PIXELS, 0)
  size.writeUInt32BE(SIDE_PIXELS, 4)

  return Buffer.concat([size, Buffer.from(eightBitColour)])
}

function chunk(type: string, content: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), content])
  const frame = Buffer.alloc(8)
  frame.writeUInt32BE(content.length, 0)
  frame.writeUInt32BE(crc32(named), 4)

  return Buffer.concat([frame.subarray(0, 4), named, frame.subarray(4)])
}
