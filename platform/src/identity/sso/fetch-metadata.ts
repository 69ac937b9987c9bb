import { MOST_METADATA_BYTES } from '@app/contract/sso'
import { theServer } from '#db/database.ts'
import { isUuid } from '#db/uuid.ts'
import { AppError } from '#errors/app-error.ts'
import { validationFailed } from '#identity/errors.ts'
import type { Identity } from '#identity/identity.ts'
import type { Log } from '#log/log.ts'
import { FetchFailed, fetchPublic } from '#outside/fetch-public.ts'
import { entityMismatch, metadataFetchFailed } from './errors.ts'
import {
  findProvider,
  listProviders,
  type ProviderRow,
  storeFailedFetch,
  storeFetched,
} from './providers-table.ts'
import { readMetadata } from './read-metadata.ts'

/** Responses that no certificate matches ask for the metadata; anybody can post those. */
const SHORTEST_INTERVAL_MS = 5 * 60_000

type Settings = Pick<Identity['settings'], 'loopbackMetadata'>

/** For an admin who configures a provider, and for the job below; never within a sign-in. */
export async function fetchMetadata({ loopbackMetadata }: Settings, url: string): Promise<string> {
  try {
    return await fetchPublic(url, {
      mostBytes: MOST_METADATA_BYTES,
      allowsLoopback: loopbackMetadata,
    })
  } catch (error) {
    if (error instanceof FetchFailed) throw metadataFetchFailed(error.message)
    throw error
  }
}

type Needs = Pick<Identity, 'db' | 'clock'> & { settings: Settings; log: Log }

/** Fetches again what providers publish. What cannot be used changes nothing, and is shown to admins. */
export async function refreshMetadata(needs: Needs, providerId: string | undefined): Promise<void> {
  for (const provider of await dueProviders(needs, providerId)) await refreshOne(needs, provider)
}

async function dueProviders(
  { db, clock }: Needs,
  providerId: string | undefined,
): Promise<ProviderRow[]> {
  const before = clock.now().getTime() - SHORTEST_INTERVAL_MS
  const providers = await db.as(theServer, async (sql) => {
    if (providerId === undefined) return listProviders(sql)
    const one = isUuid(providerId) ? await findProvider(sql, 'id', providerId) : null
    return one && (one.metadata_fetched_at?.getTime() ?? 0) <= before ? [one] : []
  })

  return providers.filter(({ metadata_url, disabled }) => metadata_url !== null && !disabled)
}

async function refreshOne(needs: Needs, provider: ProviderRow): Promise<void> {
  try {
    await renewMetadata(needs, provider)
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    needs.log.warn({ providerId: provider.id, reason: error.message }, 'SSO metadata fetch failed')
  }
}

/** Fetches the metadata at once. A failure changes nothing, is stored and thrown. */
export async function renewMetadata(
  { db, clock, settings }: Omit<Needs, 'log'>,
  { id, metadata_url, entity_id }: ProviderRow,
): Promise<void> {
  if (metadata_url === null) throw validationFailed('This SSO provider has no metadata_url')

  try {
    const xml = await fetchMetadata(settings, metadata_url)
    const { entityId, endsAt } = readMetadata(xml)
    if (entityId !== entity_id) throw entityMismatch()
    await db.as(theServer, (sql) => storeFetched(sql, { id, xml, endsAt, now: clock.now() }))
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    await db.as(theServer, (sql) =>
      storeFailedFetch(sql, { id, why: error.message, now: clock.now() }),
    )
    throw error
  }
}
