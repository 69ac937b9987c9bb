import { randomUUID } from 'node:crypto'
import {
  isSsoDomain,
  LONGEST_RESOURCE_ID,
  MOST_SSO_CLAIMS,
  MOST_SSO_DOMAINS,
  NAME_ID_FORMATS,
} from '@app/contract/sso'
import { type Sql, theServer } from '#db/database.ts'
import { isUuid } from '#db/uuid.ts'
import { type Actor, record, theService } from '#identity/audit/record.ts'
import type { Client } from '#identity/client.ts'
import { validationFailed } from '#identity/errors.ts'
import type { Identity } from '#identity/identity.ts'
import type { AttributeMapping } from './claims.ts'
import {
  domainTaken,
  entityMismatch,
  entityTaken,
  providerNotFound,
  resourceTaken,
} from './errors.ts'
import { fetchMetadata } from './fetch-metadata.ts'
import { providerJson, type SsoProviderJson } from './provider-json.ts'
import { providerName } from './provider-name.ts'
import {
  deleteProviderRow,
  endSessionsBy,
  findProvider,
  listProviders,
  lockProvider,
  type ProviderFilter,
  type ProviderRow,
  replaceDomains,
  type StoredProvider,
  upsertProvider,
} from './providers-table.ts'
import { type IdpMetadata, readMetadata } from './read-metadata.ts'

/** What an admin sets. What is left out stays, or has its default. */
export type ProviderInput = {
  metadata_url?: string | undefined
  metadata_xml?: string | undefined
  domains?: readonly string[] | undefined
  attribute_mapping?: AttributeMapping | undefined
  name_id_format?: string | undefined
  /** null: none any more. */
  resource_id?: string | null | undefined
  disabled?: boolean | undefined
}

export type By = { actor?: Actor; client: Client }

type Needs = Pick<Identity, 'db' | 'clock' | 'settings'>

export const listSsoProviders = async (
  { db }: Pick<Identity, 'db'>,
  filter?: ProviderFilter,
): Promise<SsoProviderJson[]> => {
  const rows = await db.as(theServer, (sql) => listProviders(sql, filter))

  return rows.map((row) => providerJson(row, { isListed: true }))
}

/** `name`: the id, or `resource_` and the operator's own name. */
export const getSsoProvider = async (
  { db }: Pick<Identity, 'db'>,
  name: string,
): Promise<SsoProviderJson> => providerJson(await db.as(theServer, (sql) => findNamed(sql, name)))

export async function createSsoProvider(
  needs: Needs,
  input: ProviderInput,
  by: By,
): Promise<SsoProviderJson> {
  const read = await readProvider(needs, input)

  return needs.db.as(theServer, (sql) => createProvider(sql, needs, randomUUID(), read, by))
}

export async function updateSsoProvider(
  needs: Needs,
  name: string,
  input: ProviderInput,
  by: By,
): Promise<SsoProviderJson> {
  const { id } = await needs.db.as(theServer, (sql) => findNamed(sql, name))
  const read = await readProvider(needs, input)

  return needs.db.as(theServer, (sql) => changeProvider(sql, needs, id, read, by))
}

export const deleteSsoProvider = (needs: Needs, name: string, by: By): Promise<SsoProviderJson> =>
  needs.db.as(theServer, async (sql) => removeProvider(sql, needs, await findNamed(sql, name), by))

/** What was set, after its checks, with the metadata that its address answered. */
export type ReadProvider = Awaited<ReturnType<typeof readProvider>>

/** Before any transaction, so that no connection waits for somebody else's server. */
export async function readProvider({ settings }: Pick<Needs, 'settings'>, input: ProviderInput) {
  return { ...checked(input), input, metadata: await metadataOf(settings, input) }
}

// In the caller's transaction, because the product's admin area writes an audit line of its own with each change.

export async function createProvider(
  sql: Sql,
  needs: Pick<Needs, 'clock'>,
  id: string,
  { input, metadata, resourceId, nameIdFormat, domains, mapping }: ReadProvider,
  by: By,
): Promise<SsoProviderJson> {
  if (!metadata) throw validationFailed('metadata_xml or metadata_url needs to be set')
  if (await findProvider(sql, 'entity_id', metadata.entityId)) throw entityTaken()

  return store(sql, needs, {
    row: {
      id,
      resource_id: resourceId ?? null,
      disabled: input.disabled ?? false,
      entity_id: metadata.entityId,
      metadata_xml: metadata.xml,
      metadata_url: input.metadata_url || null,
      attribute_mapping: mapping ?? {},
      name_id_format: nameIdFormat ?? null,
      metadata_ends_at: metadata.endsAt,
      metadata_fetched_at: input.metadata_url ? needs.clock.now() : null,
    },
    domains: domains ?? [],
    action: 'sso_provider_created',
    by,
  })
}

export async function changeProvider(
  sql: Sql,
  needs: Pick<Needs, 'clock'>,
  id: string,
  { input, metadata, resourceId, nameIdFormat, domains, mapping }: ReadProvider,
  by: By,
): Promise<SsoProviderJson> {
  const before = await lockProvider(sql, id)
  if (!before) throw providerNotFound()
  if (metadata && metadata.entityId !== before.entity_id) throw entityMismatch()
  const disabled = input.disabled ?? before.disabled
  if (disabled && !before.disabled) await endSessionsBy(sql, providerName(id))

  return store(sql, needs, {
    row: {
      ...before,
      resource_id: resourceId === undefined ? before.resource_id : resourceId,
      disabled,
      ...(metadata && {
        metadata_xml: metadata.xml,
        metadata_url: input.metadata_url || null,
        metadata_ends_at: metadata.endsAt,
        metadata_fetched_at: input.metadata_url ? needs.clock.now() : null,
      }),
      attribute_mapping: mapping ?? before.attribute_mapping,
      name_id_format: nameIdFormat ?? before.name_id_format,
    },
    domains: domains ?? before.domains,
    action: 'sso_provider_updated',
    by,
  })
}

/** Its users keep their accounts, but have no way in. */
export async function removeProvider(
  sql: Sql,
  needs: Pick<Needs, 'clock'>,
  row: ProviderRow,
  by: By,
): Promise<SsoProviderJson> {
  await lockProvider(sql, row.id)
  await endSessionsBy(sql, providerName(row.id))
  await deleteProviderRow(sql, row.id)
  await recordChange(sql, needs, 'sso_provider_deleted', row, by)

  return providerJson(row)
}

export async function findNamed(sql: Sql, name: string): Promise<ProviderRow> {
  const prefix = 'resource_'
  const found = name.startsWith(prefix)
    ? await findProvider(sql, 'resource_id', name.slice(prefix.length))
    : isUuid(name)
      ? await findProvider(sql, 'id', name)
      : null
  if (!found) throw providerNotFound()

  return found
}

type Storing = {
  row: StoredProvider
  domains: readonly string[]
  action: 'sso_provider_created' | 'sso_provider_updated'
  by: By
}

async function store(
  sql: Sql,
  needs: Pick<Needs, 'clock'>,
  { row, domains, action, by }: Storing,
): Promise<SsoProviderJson> {
  const now = needs.clock.now()
  if (row.resource_id !== null) {
    const named = await findProvider(sql, 'resource_id', row.resource_id)
    if (named && named.id !== row.id) throw resourceTaken()
  }
  await upsertProvider(sql, row, now)
  const taken = await replaceDomains(sql, row.id, domains, now)
  if (taken !== null) throw domainTaken(taken)
  const stored = await findProvider(sql, 'id', row.id)
  if (!stored) throw providerNotFound()
  await recordChange(sql, needs, action, stored, by)

  return providerJson(stored)
}

const recordChange = (
  sql: Sql,
  needs: Pick<Needs, 'clock'>,
  action: Storing['action'] | 'sso_provider_deleted',
  { id, entity_id, disabled, domains }: ProviderRow,
  { actor = theService, client }: By,
) =>
  record(sql, needs, {
    action,
    actor,
    client,
    traits: { provider: providerName(id), entity_id, disabled, domains: domains.join(' ') },
  })

type Metadata = IdpMetadata & { xml: string }

async function metadataOf(
  settings: Needs['settings'],
  { metadata_url: url, metadata_xml: text }: ProviderInput,
): Promise<Metadata | null> {
  if (url && text) throw validationFailed('Only one of metadata_xml or metadata_url can be set')
  const xml = url ? await fetchMetadata(settings, url) : text
  if (!xml) return null

  return { xml, ...readMetadata(xml) }
}

const FORMATS: readonly string[] = NAME_ID_FORMATS

function checked({ domains, resource_id, name_id_format, attribute_mapping }: ProviderInput) {
  const lower = domains && [...new Set(domains.map((domain) => domain.trim().toLowerCase()))]
  if (lower?.some((domain) => !isSsoDomain(domain))) {
    throw validationFailed('domains must be domain names such as example.com')
  }
  if (lower && lower.length > MOST_SSO_DOMAINS) throw validationFailed('There are too many domains')
  if (name_id_format && !FORMATS.includes(name_id_format)) {
    throw validationFailed(`name_id_format must be one of ${NAME_ID_FORMATS.join(', ')}`)
  }
  if (resource_id && resource_id.length > LONGEST_RESOURCE_ID) {
    throw validationFailed('resource_id is too long')
  }
  if (Object.keys(attribute_mapping?.keys ?? {}).length > MOST_SSO_CLAIMS) {
    throw validationFailed('attribute_mapping has too many keys')
  }
  return {
    domains: lower,
    resourceId: resource_id === null ? null : resource_id || undefined,
    nameIdFormat: name_id_format || undefined,
    mapping: attribute_mapping,
  }
}
