import type { AsOptions, Caller, Database, Sql } from '#db/database.ts'
import { serverSql } from '#db/server-sql.ts'
import { isUuid } from '#db/uuid.ts'

/** The caller of the file service, with request facts for row policies. */
export type StorageCaller = Caller & { readonly settings: Readonly<Record<string, string>> }

/** The operation, for policies that allow for instance a download but not a listing. */
export type Operation =
  | 'storage.bucket.create'
  | 'storage.bucket.delete'
  | 'storage.bucket.empty'
  | 'storage.bucket.get'
  | 'storage.bucket.list'
  | 'storage.bucket.update'
  | 'storage.object.copy'
  | 'storage.object.delete'
  | 'storage.object.delete_many'
  | 'storage.object.get_authenticated'
  | 'storage.object.get_public'
  | 'storage.object.info_public'
  | 'storage.object.list'
  | 'storage.object.list_v2'
  | 'storage.object.move'
  | 'storage.object.sign'
  | 'storage.object.sign_many'
  | 'storage.object.sign_upload_url'
  | 'storage.object.upload'
  | 'storage.object.upload_signed'
  | 'storage.object.upload_update'
  | 'object.get_authenticated_info'
  | 'object.head_authenticated_info'

export const optionsFor = (caller: StorageCaller, operation: Operation): AsOptions => ({
  settings: {
    ...caller.settings,
    'storage.operation': operation,
    'storage.allow_delete_query': 'true',
  },
})

/** SQL as the caller. Each statement is a transaction of its own. */
export const callerSql = (db: Database, caller: StorageCaller, operation: Operation): Sql => ({
  query: (text, values = []) => db.ask(caller, { text, values }, optionsFor(caller, operation)),
  announce: (channel) => db.announce(channel),
})

/** The same as the server, because no API role can access the bytes. */
export const filesSql = (db: Database): Sql =>
  serverSql(db, { settings: { 'storage.allow_delete_query': 'true' } })

/** Runs a change so that policies and constraints check it, then rolls it back. */
export async function dryRun(
  db: Database,
  caller: StorageCaller,
  operation: Operation,
  change: (sql: Sql) => Promise<unknown>,
): Promise<void> {
  const undone = new Error('undone')

  try {
    await db.as(
      caller,
      async (sql) => {
        await change(sql)
        throw undone
      },
      optionsFor(caller, operation),
    )
  } catch (error) {
    if (error !== undone) throw error
  }
}

/** A token without a user, such as an API key, owns nothing. */
export function ownerOf({ claims }: Caller): { owner: string | null; ownerId: string | null } {
  const sub = typeof claims.sub === 'string' ? claims.sub : null

  return { owner: sub && isUuid(sub) ? sub : null, ownerId: sub }
}
