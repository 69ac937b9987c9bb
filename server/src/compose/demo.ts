import type { Database } from '@app/platform/db/database.ts'
import { hash } from '@node-rs/argon2'
import { seedDemo } from './seed.ts'

/** The only published passwords; demo accounts exist only in the embedded database. */
export const demoAccounts = [
  { who: 'Member', email: 'member@demo.gitferry.test', password: 'demo-member' },
  { who: 'Pro member', email: 'pro@demo.gitferry.test', password: 'demo-pro' },
  { who: 'Admin', email: 'admin@demo.gitferry.test', password: 'demo-admin' },
]

export const seedDemoAccounts = (db: Database, seedFolder: string): Promise<void> =>
  seedDemo(db, seedFolder, () =>
    Promise.all(
      demoAccounts.map(async ({ email, password }) => ({
        email,
        passwordHash: await hash(password, { memoryCost: 19_456, timeCost: 2, parallelism: 1 }),
      })),
    ),
  )
