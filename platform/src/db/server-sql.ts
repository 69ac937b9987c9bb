import { type AsOptions, type Database, type Sql, theServer } from './database.ts'

/**
 * SQL that the server runs for itself, in schemas that no API role can access. Each statement is a transaction of its own and takes one
 * round trip.
 */
export const serverSql = (db: Database, options?: AsOptions): Sql => ({
  query: (text, values = []) => db.ask(theServer, { text, values }, options),
  announce: (channel) => db.announce(channel),
})
