import { timingSafeEqual } from 'node:crypto'
import { theServer } from '#db/database.ts'
import { readUuid } from '#db/uuid.ts'
import type { Identity } from '#identity/identity.ts'
import { storedHash } from '#identity/one-time/codes.ts'
import { type ClientRow, findClient } from './clients-table.ts'
import { invalidClient } from './errors.ts'

export type ClientCredentials = { id: string; secret: string | null }

/** A confidential client proves its secret; a public one has none, and sends none. */
export async function authenticateClient(
  { db }: Pick<Identity, 'db'>,
  { id, secret }: ClientCredentials,
): Promise<ClientRow> {
  const uuid = readUuid(id)
  const client = uuid && (await db.as(theServer, (sql) => findClient(sql, uuid)))
  if (!client || !isProven(client, secret)) throw invalidClient()

  return client
}

function isProven({ client_secret_hash: hash }: ClientRow, secret: string | null): boolean {
  if (hash === null || secret === null) return hash === secret

  return timingSafeEqual(Buffer.from(storedHash(secret)), Buffer.from(hash))
}
