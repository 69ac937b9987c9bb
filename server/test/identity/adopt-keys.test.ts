import { randomBytes } from 'node:crypto'
import type { DatabaseLocation } from '@app/platform/db/open.ts'
import { checkEncryptionKeys } from '@app/platform/identity/encryption-keys/check-encryption-keys.ts'
import { keyring } from '@app/platform/sealing/keyring.ts'
import { freshLocation, openLocation } from '@app/platform/test/fresh-database.ts'
import { expect, onTestFinished, test, vi } from 'vitest'
import { identityCommands } from '#compose/identity-commands.ts'
import { keyCommands } from '#compose/key-commands.ts'

test('a command with other keys is refused, until the operator gives the lost ones up', async () => {
  const location = await freshLocation()
  await startWithLostKeys(location)
  const env = { ...envOf(location), APP_ENCRYPTION_KEYS: newKey('k2') }
  for (const [variable, value] of Object.entries(env)) vi.stubEnv(variable, value)
  onTestFinished(() => void vi.unstubAllEnvs())
  const revoke = () => identityCommands['revoke-sessions'].run(['ghost@example.test'])

  await expect(revoke()).rejects.toThrow(
    /^The encryption keys .+ its key k1 is missing or another one\.$/,
  )
  expect(await keyCommands['adopt-keys'].run()).toContain(
    'These keys are the right ones from now on.',
  )
  await expect(revoke()).rejects.toThrow('User not found.')
}, 60_000)

const newKey = (id: string) => `${id}:${randomBytes(32).toString('base64')}`

/** What a first start does with its keys, which nobody has kept. The rest of a start would only take time. */
async function startWithLostKeys(location: DatabaseLocation): Promise<void> {
  const ends: (() => void | Promise<void>)[] = []
  const db = await openLocation(location, (end) => void ends.unshift(end))
  await checkEncryptionKeys({ db, keyring: keyring([{ id: 'k1', bytes: randomBytes(32) }]) })
  for (const end of ends) await end()
}

const envOf = (location: DatabaseLocation): Record<string, string> =>
  location.kind === 'embedded' ? { DATA_DIR: location.dataDir } : { DATABASE_URL: location.url }
