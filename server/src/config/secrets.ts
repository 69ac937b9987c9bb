import { randomBytes } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { StartError } from '#errors/start-error.ts'
import type { Config } from './config.ts'

type Secrets = { encryptionKeys: { id: string; bytes: Buffer }[] }
type SecretsFile = { encryptionKey: string }

/**
 * What must be secret and is not in the environment is made at the first start and kept in the data
 * folder, readable by its owner only. Production never comes here: it demands the variables.
 */
export function loadSecrets(config: Config): Secrets {
  if (config.encryptionKeys) return { encryptionKeys: config.encryptionKeys }

  const { encryptionKey } = readOrMake(config.dataDir)
  return { encryptionKeys: [{ id: 'local', bytes: Buffer.from(encryptionKey, 'base64') }] }
}

function readOrMake(dataDir: string): SecretsFile {
  const file = join(dataDir, 'secrets.json')
  const fresh: SecretsFile = { encryptionKey: randomBytes(32).toString('base64') }

  try {
    mkdirSync(dataDir, { recursive: true })
    writeFileSync(file, JSON.stringify(fresh), { flag: 'wx', mode: 0o600 })
    return fresh
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST'))
      throw unwritable(dataDir, error)
    return JSON.parse(readFileSync(file, 'utf8')) as SecretsFile
  }
}

const unwritable = (dataDir: string, error: unknown) =>
  new StartError(
    `The data folder ${dataDir} cannot be written: ${error instanceof Error ? error.message : error}. Set DATA_DIR to one that can.`,
  )
