import { type Zippable, zipSync } from 'fflate'

/** `mode` as git writes it; null: the archive does not say, as on systems without modes. */
type ZippedFile = { path: string; mode: string | null; content: Buffer }

const UNIX = 3
/** The earliest date that the format can store: equal files make equal archives. */
const MTIME = new Date(1980, 0, 1)

export function zipOf(files: readonly ZippedFile[]): Buffer {
  const entries = files.map(({ path, mode, content }) => {
    const attributes = mode === null ? {} : { os: UNIX, attrs: Number.parseInt(mode, 8) * 0x10000 }
    return [path, [content, attributes]]
  })

  return Buffer.from(zipSync(Object.fromEntries(entries) as Zippable, { mtime: MTIME }))
}
