import { type Database, type Sql, theServer } from '@app/platform/db/database.ts'

/**
 * A single statement in one round trip, on the server's own behalf: no API role reads a refresh token
 * or writes a lease.
 */
export const asServer = (db: Database): Sql => ({
  query: (text, values = []) => db.ask(theServer, { text, values }),
})
