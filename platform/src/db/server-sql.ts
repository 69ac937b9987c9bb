import { type AsOptions, type Database, type Sql, theServer } from './database.ts'

/**
 * SQL on the server's own behalf, for schemas that no API role reaches. Each statement is a transaction of its own
 * and takes one round trip.
 */
export const serverSql = (db: Database, options?: AsOptions): Sql => ({
  query: (text, values = []) => db.ask(theServer, { text, values }, options),
})
