import { type Database, theServer } from '@app/platform/db/database.ts'

/** The admins' figures count test purchases while the provider is in test mode. */
export async function useBillingMode(db: Database, isTest: boolean): Promise<void> {
  await db.ask(theServer, {
    text: `insert into app.billing_mode as known (is_test) values ($1)
           on conflict (is_only) do update set is_test = excluded.is_test
            where known.is_test <> excluded.is_test`,
    values: [isTest],
  })
}
