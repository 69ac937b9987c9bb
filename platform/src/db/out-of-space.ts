import { rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** About a segment of the write-ahead log's pages that recovery wants to write. */
const PROBE_BYTES = 256 * 1024

/** PGlite does not say why it did not start. A file beside its folder tells whether the disk is the reason. */
export function outOfSpace(folder: string): Error | null {
  const probe = join(dirname(folder), 'disk-probe')

  try {
    writeFileSync(probe, Buffer.alloc(PROBE_BYTES))
    return null
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : ''
    const isFull = ['ENOSPC', 'EDQUOT', 'EFBIG'].includes(code)
    // PostgreSQL's own code for it, so that everybody above sees one kind of failure.
    return isFull
      ? Object.assign(new Error('No space left on device', { cause: error }), { code: '53100' })
      : null
  } finally {
    rmSync(probe, { force: true })
  }
}
