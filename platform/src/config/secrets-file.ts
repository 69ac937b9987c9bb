import { randomBytes, randomUUID } from 'node:crypto'
import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { JWK } from 'jose'
import { StartError } from '#errors/start-error.ts'
import { newSigningKey } from './signing-key.ts'

export type SecretsFile = {
  encryptionKey: string
  jwtKeys: JWK[]
  publishableKey: string
  secretKey: string
}

/** Reads the file, creates it if missing, and adds secrets that a newer version needs. */
export function completeSecretsFile(dataDir: string): SecretsFile {
  const found = read(dataDir)
  const secrets = { ...freshSecrets(), ...found }
  if (Object.keys(secrets).every((name) => name in found)) return secrets

  const isNew = Object.keys(found).length === 0
  return write(dataDir, secrets, isNew) ? secrets : completeSecretsFile(dataDir)
}

export function changeSecretsFile(
  dataDir: string,
  change: (secrets: SecretsFile) => SecretsFile,
): SecretsFile {
  const changed = change(completeSecretsFile(dataDir))
  write(dataDir, changed, false)
  return changed
}

/** Generates random secrets. */
export const freshSecrets = (): SecretsFile => ({
  encryptionKey: randomBytes(32).toString('base64'),
  jwtKeys: [newSigningKey()],
  publishableKey: `sb_publishable_${randomBytes(24).toString('base64url')}`,
  secretKey: `sb_secret_${randomBytes(32).toString('base64url')}`,
})

const fileIn = (dataDir: string) => join(dataDir, 'secrets.json')

function read(dataDir: string): Partial<SecretsFile> {
  try {
    return JSON.parse(readFileSync(fileIn(dataDir), 'utf8')) as Partial<SecretsFile>
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return {}
    throw new StartError(`The file ${fileIn(dataDir)} cannot be read: ${messageOf(error)}.`)
  }
}

/**
 * Writes the file atomically. If two programs start at the same time, one creates the file; the other gets `false` and reads it.
 */
function write(dataDir: string, secrets: SecretsFile, isNew: boolean): boolean {
  const draft = join(dataDir, `secrets.${randomUUID()}.json`)

  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 })
    writeFileSync(draft, JSON.stringify(secrets), { mode: 0o600 })
    if (!isNew) {
      renameSync(draft, fileIn(dataDir))
      return true
    }
    linkSync(draft, fileIn(dataDir))
    rmSync(draft)
    return true
  } catch (error) {
    rmSync(draft, { force: true })
    if (hasCode(error, 'EEXIST')) return false
    throw new StartError(
      `The data folder ${dataDir} cannot be written: ${messageOf(error)}. Set DATA_DIR to one that can.`,
    )
  }
}

const hasCode = (error: unknown, code: string) =>
  error instanceof Error && 'code' in error && error.code === code

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error))
