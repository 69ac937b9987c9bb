import type { ArchivedFile } from './archived-files.ts'

const BLOCK = 512
const MAX_NAME = 100
const LINK = '120000'

/** A ustar archive. `at` is the time of all entries, in seconds. */
export const tarOf = (files: readonly ArchivedFile[], at: number): Buffer =>
  Buffer.concat([...files.flatMap((file) => entryOf(file, at)), Buffer.alloc(2 * BLOCK)])

function entryOf({ path, mode, content }: ArchivedFile, at: number): Buffer[] {
  const name = Buffer.from(path)
  const isLink = mode === LINK
  const head = headOf({
    name: name.subarray(0, MAX_NAME),
    type: isLink ? '2' : '0',
    mode: mode === '100755' ? 0o755 : 0o644,
    size: isLink ? 0 : content.length,
    link: isLink ? content : Buffer.alloc(0),
    at,
  })
  const body = isLink ? [] : padded(content)

  return [...(name.length > MAX_NAME ? longName(path, at) : []), head, ...body]
}

/** A name over 100 bytes goes into a pax record before the file. */
function longName(path: string, at: number): Buffer[] {
  const rest = Buffer.byteLength(` path=${path}\n`)
  const digits = String(rest + String(rest).length).length
  const record = Buffer.from(`${rest + digits} path=${path}\n`)
  const head = { name: Buffer.from('pax'), type: 'x', mode: 0o644, link: Buffer.alloc(0), at }

  return [headOf({ ...head, size: record.length }), ...padded(record)]
}

type Head = { name: Buffer; type: string; mode: number; size: number; link: Buffer; at: number }

function headOf({ name, type, mode, size, link, at }: Head): Buffer {
  const head = Buffer.alloc(BLOCK)
  const octal = (value: number, offset: number, digits: number) =>
    head.write(value.toString(8).padStart(digits, '0'), offset)
  name.copy(head)
  octal(mode, 100, 7)
  octal(0, 108, 7)
  octal(0, 116, 7)
  octal(size, 124, 11)
  octal(at, 136, 11)
  // The checksum is computed with its own field filled with blanks.
  head.fill(' ', 148, 156)
  head.write(type, 156)
  link.copy(head, 157, 0, MAX_NAME)
  head.write('ustar\0', 257)
  head.write('00', 263)
  octal(
    head.reduce((sum, byte) => sum + byte, 0),
    148,
    6,
  )
  head.writeUInt8(0, 154)

  return head
}

const padded = (content: Buffer) => [
  content,
  Buffer.alloc((BLOCK - (content.length % BLOCK)) % BLOCK),
]
