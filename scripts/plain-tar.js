import { gunzipSync, gzipSync } from 'node:zlib'

const BLOCK = 512
const NAME = [0, 100]
const MODE = [100, 8]
const SIZE = [124, 12]
const MODIFIED = [136, 12]
const CHECKSUM = [148, 8]
const TYPE = 156
const FOLDER = '5'

/** The same files as a .tar.gz whose bytes depend on nothing else: sorted by name, all of one time, the usual modes. */
export function plainTar(compressed, { modifiedS }) {
  const entries = entriesOf(gunzipSync(compressed))
  const plain = entries
    .sort((one, other) => (one.name < other.name ? -1 : 1))
    .map(({ header, content }) => {
      const isFolder = String.fromCharCode(header[TYPE] ?? 0) === FOLDER
      write(header, MODE, octal(isFolder ? 0o700 : 0o600, 7))
      write(header, MODIFIED, octal(modifiedS, 11))
      write(header, CHECKSUM, ' '.repeat(8))
      const sum = header.reduce((all, byte) => all + byte, 0)
      write(header, CHECKSUM, `${octal(sum, 6)}\0 `)
      return Buffer.concat([header, content])
    })

  return gzipSync(Buffer.concat([...plain, Buffer.alloc(2 * BLOCK)]), { level: 9 })
}

function entriesOf(tar) {
  const entries = []
  for (let at = 0; at + BLOCK <= tar.length && tar[at] !== 0; ) {
    const header = Buffer.from(tar.subarray(at, at + BLOCK))
    const size = Number.parseInt(text(header, SIZE), 8) || 0
    const end = at + BLOCK + Math.ceil(size / BLOCK) * BLOCK
    entries.push({ name: text(header, NAME), header, content: tar.subarray(at + BLOCK, end) })
    at = end
  }
  return entries
}

const text = (header, [at, length]) =>
  header
    .toString('latin1', at, at + length)
    .replace(/\0.*$/s, '')
    .trim()

function write(header, [at, length], value) {
  header.fill(0, at, at + length)
  header.write(value, at, length, 'latin1')
}

const octal = (number, digits) => number.toString(8).padStart(digits, '0')
