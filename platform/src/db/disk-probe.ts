import type { Statement } from './database.ts'
import { isDiskFull } from './errors.ts'

/**
 * Makes files grow by more than the room inside of those that are there, and writes the log. It opens no transaction of
 * its own, which a failure would leave behind on the connection.
 */
const PROBE: Statement = {
  name: '',
  text: `create temporary table disk_probe on commit drop as
    select repeat(md5(i::text), 250) as filling from generate_series(1, 128) as i`,
}

/** Remembers that the disk was full until the database could write again. */
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
