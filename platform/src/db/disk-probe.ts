import type { Statement } from './database.ts'
import { isDiskFull } from './errors.ts'

/**
 * Writes more than the free space inside existing files, and also to the write-ahead log. It opens no transaction, because a failure would
 * leave that open on the connection.
 */
const PROBE: Statement = {
  name: '',
  text: `create temporary table disk_probe on commit drop as
    select repeat(md5(i::text), 250) as filling from generate_series(1, 128) as i`,
}

/** Remembers a full disk until the database can write again. */
export function diskProbe() {
  let full = false

  return {
    isFull: () => full,
    watch: (error: unknown) => {
      if (isDiskFull(error)) full = true
    },
    clear: () => {
      full = false
    },
    statements: [PROBE],
  }
}
