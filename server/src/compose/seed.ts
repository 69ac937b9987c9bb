import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Database, theServer } from '@app/platform/db/database.ts'
import { sendJob } from '#jobs/job-kinds.ts'
import { writeDemoFigures } from './demo-figures.ts'

/** Content for every installation: plans, categories, resources. Never overwrites an admin's changes. */
export async function seedContent(db: Database, seedFolder: string): Promise<void> {
  await runSeed(db, seedFolder, 'content.sql')
}

export type DemoAccount = { email: string; passwordHash: string }

/** The same id as in the seed and in the checkout stand-in's initial data. */
const DEMO_SUBSCRIPTION = '900001'

/** Demo users and projects, added once: later changes to the demo are kept. */
export async function seedDemo(
  db: Database,
  seedFolder: string,
  hashPasswords: () => Promise<DemoAccount[]>,
): Promise<void> {
  const { rows } = await db.ask(theServer, {
    text: `select from ops.app_settings where key = 'demo_seeded'`,
  })
  if (rows.length > 0) return

  const accounts = await hashPasswords()
  await runSeed(db, seedFolder, 'demo.sql')
  await db.as(theServer, async (sql) => {
    for (const { email, passwordHash } of accounts) {
      await sql.query(`update auth.users set encrypted_password = $2 where email = $1`, [
        email,
        passwordHash,
      ])
    }
    // The checkout stand-in has the card and the invoices.
    await sendJob(sql, 'check-subscription', { subscriptionId: DEMO_SUBSCRIPTION })
    await sql.query(`insert into ops.app_settings (key, value) values ('demo_seeded', 'true')`)
  })
  await writeDemoFigures(db)
}

/** The whole file runs in a single transaction. */
async function runSeed(db: Database, seedFolder: string, name: string): Promise<void> {
  await db.script(await readFile(join(seedFolder, name), 'utf8'))
}
