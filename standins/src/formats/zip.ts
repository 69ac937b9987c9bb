import { crc32, deflateRawSync } from 'node:zlib'

const VERSION = 20
const UTF8_NAMES = 0x0800
const DEFLATED = 8
/** Marks the file modes as Unix modes. */
const UNIX = 3 << 8
/** The earliest date that the format can store. */
const DATE = (1 << 5) | 1

/** `mode` as git writes it; null: the archive does not say, as on systems without modes. */
type ZippedFile = { path: string; mode: string | null; content: Buffer }

export function zipOf(files: readonly ZippedFile[]): Buffer {
  const parts: Buffer[] = []
  const index: Buffer[] = []
  let offset = 0
  for (const file of files) {
    const name = Buffer.from(file.path)
    const body = deflateRawSync(file.content)
    const facts = factsOf(file, name, body)
    const local = Buffer.concat([fixed([0x04034b50, 4]), facts, name, body])
    const mode = file.mode === null ? 0 : Number.parseInt(file.mode, 8)
    index.push(
      fixed([0x02014b50, 4], [file.mode === null ? VERSION : VERSION | UNIX, 2]),
      facts,
      // No comment, one volume, no internal attributes.
      fixed([0, 2], [0, 2], [0, 2], [mode * 0x10000, 4], [offset, 4]),
      name,
    )
    parts.push(local)
    offset += local.length
  }
  const directory = Buffer.concat(index)
  const count = files.length
  const end = fixed([0x06054b50, 4], [0, 2], [0, 2], [count, 2], [count, 2])

  return Buffer.concat([
    ...parts,
    directory,
    end,
    fixed([directory.length, 4], [offset, 4], [0, 2]),
  ])
}

/** Fields shared by the local header and the central directory. */
const factsOf = ({ content }: ZippedFile, name: Buffer, body: Buffer) =>
  fixed(
    [VERSION, 2],
    [UTF8_NAMES, 2],
    [DEFLATED, 2],
    [0, 2],
    [DATE, 2],
    [crc32(content), 4],
    [body.length, 4],
    [content.length, 4],
    [name.length, 2],
    [0, 2],
  )

function fixed(...numbers: [value: number, bytes: 2 | 4][]): Buffer {
  return Buffer.concat(
    numbers.map(([value, bytes]) => {
      const field = Buffer.alloc(bytes)
      field.writeUIntLE(value, 0, bytes)
      return field
    }),
  )
}
