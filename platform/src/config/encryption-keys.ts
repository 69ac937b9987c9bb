import type { EnvironmentReader } from './environment.ts'

const KEY_BYTES = 32

/** `k1:<base64>,k2:<base64>`, the newest last. */
export function parseEncryptionKeys(env: EnvironmentReader) {
  const entries = env.list('APP_ENCRYPTION_KEYS')
  if (entries.length === 0) return null

  const keys = entries.map((entry) => {
    const [id = '', text = ''] = entry.split(/:(.*)/s)

    return { id, bytes: Buffer.from(text, 'base64') }
  })
  const ids = new Set(keys.map(({ id }) => id))
  const isUsable = keys.every(({ id, bytes }) => /^\w+$/.test(id) && bytes.length === KEY_BYTES)
  if (!isUsable || ids.size !== keys.length) {
    env.problem(
      'APP_ENCRYPTION_KEYS must be a list of name:key, each name once, each key 32 bytes in base64',
    )
  }
  return keys
}
