import { randomUUID } from 'node:crypto'
import { type Sql, theServer } from '#db/database.ts'
import { record, recordingRefusal, theService } from '#identity/audit/record.ts'
import type { Client } from '#identity/client.ts'
import type { Identity } from '#identity/identity.ts'
import { sealClientSecret } from './client-secret.ts'
import { type CustomProviderJson, customProviderJson } from './custom-provider-json.ts'
import { customProviderNotFound, identifierTaken, usersOfOtherIssuer } from './errors.ts'
import { type CustomProviderInput, readIdentifier, readProvider } from './provider-fields.ts'
import {
  type CustomProviderRow,
  deleteCustomProviderRow,
  deleteFlowsBy,
  findCustomProvider,
  hasUsersOfOtherIssuer,
  insertCustomProvider,
  listCustomProviderRows,
  lockCustomProvider,
  updateCustomProviderRow,
} from './providers-table.ts'
import { readDiscovery } from './read-discovery.ts'

type Needs = Pick<Identity, 'db' | 'clock' | 'keyring' | 'settings'>

export async function listCustomProviders({
  db,
}: Pick<Identity, 'db'>): Promise<CustomProviderJson[]> {
  const rows = await db.as(theServer, listCustomProviderRows)

  return rows.map(customProviderJson)
}

export async function getCustomProvider(
  { db }: Pick<Identity, 'db'>,
  identifier: string,
): Promise<CustomProviderJson> {
  return customProviderJson(
    await db.as(theServer, (sql) => existing(findCustomProvider(sql, identifier))),
  )
}

export async function createCustomProvider(
  needs: Needs,
  input: CustomProviderInput,
  client: Client,
): Promise<CustomProviderJson> {
  const traits = { provider: readIdentifier(input.identifier) }
  const event = { action: 'custom_provider_created', actor: theService, client, traits } as const

  return recordingRefusal(needs, event, async () => {
    const { clientSecret, ...fields } = readProvider(input)
    // Before the transaction, so that no connection waits for somebody else's server.
    const document = await readDiscovery(needs.settings, fields.issuer)
    const id = randomUUID()
    const row = {
      ...fields,
      id,
      identifier: traits.provider,
      issuer: document.issuer,
      discovery_document: document,
      client_secret_sealed: sealClientSecret(needs, id, clientSecret),
    }

    return needs.db.as(theServer, async (sql) => {
      if (!(await insertCustomProvider(sql, needs.clock.now(), row))) throw identifierTaken()
      if (await hasUsersOfOtherIssuer(sql, row)) throw usersOfOtherIssuer()
      await record(sql, needs, event)

      return customProviderJson(await existing(findCustomProvider(sql, row.identifier)))
    })
  })
}

/** What is left out stays. Sign-ins under way end if the provider is disabled or becomes another one. */
export async function updateCustomProvider(
  needs: Needs,
  identifier: string,
  input: CustomProviderInput,
  client: Client,
): Promise<CustomProviderJson> {
  const traits = { provider: identifier }
  const event = { action: 'custom_provider_updated', actor: theService, client, traits } as const

  return recordingRefusal(needs, event, async () => {
    const seen = await needs.db.as(theServer, (sql) =>
      existing(findCustomProvider(sql, identifier)),
    )
    const { clientSecret, ...fields } = readProvider(input, seen)
    const document = input.issuer ? await readDiscovery(needs.settings, fields.issuer) : null

    return needs.db.as(theServer, async (sql) => {
      const before = await existing(lockCustomProvider(sql, identifier))
      const row = {
        ...before,
        ...fields,
        issuer: document?.issuer ?? before.issuer,
        discovery_document: document ?? before.discovery_document,
        client_secret_sealed: clientSecret
          ? sealClientSecret(needs, before.id, clientSecret)
          : before.client_secret_sealed,
      }
      if (await hasUsersOfOtherIssuer(sql, row)) throw usersOfOtherIssuer()
      if (!row.enabled || row.issuer !== before.issuer) await deleteFlowsBy(sql, identifier)
      await updateCustomProviderRow(sql, needs.clock.now(), row)
      await record(sql, needs, event)

      return customProviderJson(await existing(findCustomProvider(sql, identifier)))
    })
  })
}

/** Its users keep their accounts and sessions. */
export async function deleteCustomProvider(
  needs: Needs,
  identifier: string,
  client: Client,
): Promise<void> {
  const traits = { provider: identifier }
  const event = { action: 'custom_provider_deleted', actor: theService, client, traits } as const

  await needs.db.as(theServer, async (sql: Sql) => {
    const { id } = await existing(lockCustomProvider(sql, identifier))
    await deleteFlowsBy(sql, identifier)
    await deleteCustomProviderRow(sql, id)
    await record(sql, needs, event)
  })
}

async function existing(found: Promise<CustomProviderRow | null>): Promise<CustomProviderRow> {
  const row = await found
  if (!row) throw customProviderNotFound()

  return row
}
