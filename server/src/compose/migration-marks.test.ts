import { sqlFiles } from '@app/platform/db/sql-files.ts'
import { expect, test } from 'vitest'
import { schema } from './folders.ts'

/** Older files ran in every database before servers were kept apart by release. */
const FIRST_MARKED = ['platform/0052', 'migrations/0120']

test('every newer migration says whether older servers survive it', async () => {
  const files = await sqlFiles(schema)

  const marked = files.filter(({ name }) =>
    FIRST_MARKED.some((first) => samePart(name, first) && name >= first),
  )

  expect(marked.length).toBeGreaterThan(0)
  expect(marked.filter(({ phase }) => phase === null).map(({ name }) => name)).toEqual([])
})

const samePart = (name: string, first: string) => name.split('/')[0] === first.split('/')[0]
