import { afterAll, beforeAll } from 'vitest'
import type { AtEnd } from './fresh-database.ts'

/** Opens something once for all tests of a file, and closes it after the last. */
export function forThisFile<Opened>(open: (atEnd: AtEnd) => Promise<Opened>): () => Opened {
  let opened: Opened | undefined
  const ends: (() => void | Promise<void>)[] = []
  beforeAll(async () => {
    opened = await open((end) => ends.push(end))
  })
  afterAll(async () => {
    for (const end of ends.reverse()) await end()
  })

  return () => {
    if (opened === undefined) throw new Error('It is opened before the first test')
    return opened
  }
}
