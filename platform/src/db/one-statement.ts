import { type Database, type Sql, theServer } from './database.ts'

/** Each statement in a transaction of its own, for work that has none to join. */
export const oneStatement = (db: Database): Sql => ({
  query: (text, values) => db.ask(theServer, { text, ...(values && { values }) }),
})
