import { isDeepStrictEqual } from 'node:util'
import type { ExtensionFile, PublicContent } from '@app/contract/public-content'
import type { Database } from '@app/platform/db/database.ts'
import { keepCurrent } from '@app/platform/db/keep-current.ts'
import type { Log } from '@app/platform/log/log.ts'
import { plansForSale } from '#billing/plans-table.ts'
import { listShownResources } from '#resources/resources-table.ts'

type Needs = {
  db: Database
  log: Log
  /** As it is at this moment; the same object until it changes. */
  extensionFile: () => ExtensionFile | null
}

/** Notified by a trigger on every change of the tables. */
const CHANNEL = 'public_content'

/** The public pages' content, reloaded on changes. It stays the same object until it changes. */
export async function openPublicContent({ db, log, extensionFile }: Needs) {
  let current: PublicContent = { plans: [], resourceCategories: [], extensionFile: null }
  const read = async () => {
    const plans = await plansForSale(db)
    const resourceCategories = await listShownResources(db)
    const next = { ...current, plans, resourceCategories }
    if (!isDeepStrictEqual(next, current)) current = next
  }
  const onFailure = (err: unknown) => log.error({ err }, 'public content reload failed')
  const close = await keepCurrent({ db, channel: CHANNEL, read, onFailure })

  return {
    current: () => {
      const file = extensionFile()
      if (file !== current.extensionFile) current = { ...current, extensionFile: file }
      return current
    },
    close,
  }
}
