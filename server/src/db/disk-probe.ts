import type { Statement } from './database.ts'
import { isDiskFull } from './errors.ts'

/** More than the free room inside of files that are there already. */
const PROBE = `create temporary table disk_probe as
  select repeat(md5(i::text), 250) as filling from generate_series(1, 128) as i`

const STATEMENTS: Statement[] = [
  { name: '', text: 'begin' },
  { name: '', text: PROBE },
  { name: '', text: 'rollback' },
]

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
    statements: STATEMENTS,
  }
}
