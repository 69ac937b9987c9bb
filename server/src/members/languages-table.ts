import { type Database, theServer } from '@app/platform/db/database.ts'

/** Sets the languages that the database allows in profiles. */
export async function useLanguages(db: Database, codes: readonly string[]): Promise<void> {
  await db.ask(theServer, { text: 'select app.use_languages($1)', values: [codes] })
}
