import { expect, test } from 'vitest'
import { theServer } from '#db/database.ts'
import { useCatalog } from './rest-server.ts'

const { ask, db } = useCatalog()

/** As many as the data API names for a role. */
const MOST_NAMES = 128

test('a caller with many shapes of requests leaves a bounded number of prepared statements', async () => {
  const shapes = Array.from({ length: 2 * MOST_NAMES }, (_, i) => `/films?select=shape${i}:title`)

  for (const [i, shape] of shapes.entries()) {
    // A failure makes it unknown what the connection has prepared.
    const path = i % 5 === 0 ? `${shape}&id=eq.none` : shape
    // One after the other, so that they share a connection. The second request prepares.
    expect((await ask(path)).status).toBe((await ask(path)).status)
  }

  const { rows } = await db().ask<{ count: number }>(theServer, {
    text: `select count(*)::int as count from pg_prepared_statements where statement like '%shape%'
              and statement not like '%pg_prepared%'`,
  })
  expect(rows[0]?.count).toBeGreaterThan(MOST_NAMES / 2)
  expect(rows[0]?.count).toBeLessThanOrEqual(MOST_NAMES)
})
