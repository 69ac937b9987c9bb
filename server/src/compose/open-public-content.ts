import { isDeepStrictEqual } from 'node:util'
import type { PublicContent } from '@app/contract/public-content'
import type { Database } from '@app/platform/db/database.ts'
import type { Log } from '@app/platform/log/log.ts'
import { plansForSale } from '#billing/plans-table.ts'
import { listShownResources } from '#resources/resources-table.ts'

type Needs = { db: Database; log: Log }

/** A trigger tells it, whoever has changed a table. */
const CHANNEL = 'public_content'

/** What the pages show of the tables, read again whenever it changes; the same object as long as it does not. */
export async function openPublicContent({ db, log }: Needs) {
  let current: PublicContent = { plans: [], shelves: [] }
  let reading = Promise.resolve()

  // Listening comes first, or a change between the two would never be heard of.
  const stopListening = await db.listen(CHANNEL, readAgain, readAgain)
  reading = reading.then(readNow)
  await reading

  return {
    current: () => current,
    async close() {
      stopListening()
      await reading
    },
  }

  /** One after the other: an older answer must not come last. */
  function readAgain() {
    reading = reading
      .then(readNow)
      .catch((error) => log.error({ err: error }, 'what the pages show could not be read again'))
  }

  async function readNow() {
    const next = { plans: await plansForSale(db), shelves: await listShownResources(db) }
    if (!isDeepStrictEqual(next, current)) current = next
  }
}
