import { createPrivateKey, generateKeyPairSync, type KeyObject } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { EnvironmentReader } from './environment.ts'

export type SamlConfig = {
  enabled: boolean
  /** null: development makes one in the data folder. */
  privateKey: KeyObject | null
  /** Published before it is used, so that identity providers know it in time. */
  nextPrivateKey: KeyObject | null
  /** Accepts sign-ins that begin at the provider, which any page can trigger. */
  idpInitiated: boolean
  /** Fetches metadata from this machine, for stand-ins. */
  loopbackMetadata: boolean
}

const SMALLEST_KEY_BITS = 2048

export const readSaml = (env: EnvironmentReader): SamlConfig => ({
  enabled: env.flag('AUTH_SAML_ENABLED', false),
  privateKey: readKey(env, 'AUTH_SAML_PRIVATE_KEY'),
  nextPrivateKey: readKey(env, 'AUTH_SAML_PRIVATE_KEY_NEXT'),
  idpInitiated: env.flag('AUTH_SAML_IDP_INITIATED', false),
  loopbackMetadata: env.flag('AUTH_SAML_LOOPBACK_METADATA', false),
})

/** PEM, or DER in base64 as Supabase Auth has it. */
function readKey(env: EnvironmentReader, name: string): KeyObject | null {
  const text = env.get(name)
  if (text === undefined) return null

  const key = parsedKey(text.replaceAll('\\n', '\n'))
  const bits = key?.asymmetricKeyDetails?.modulusLength ?? 0
  if (key?.asymmetricKeyType !== 'rsa' || bits < SMALLEST_KEY_BITS) {
    env.problem(`${name} must be an RSA private key of at least ${SMALLEST_KEY_BITS} bits`)
  }
  return key
}

function parsedKey(text: string): KeyObject | null {
  const der = { key: Buffer.from(text, 'base64'), format: 'der' } as const
  const attempts = text.startsWith('-----')
    ? [() => createPrivateKey(text)]
    : [
        () => createPrivateKey({ ...der, type: 'pkcs1' }),
        () => createPrivateKey({ ...der, type: 'pkcs8' }),
      ]

  for (const attempt of attempts) {
    try {
      return attempt()
    } catch {}
  }
  return null
}

export function refuseUnsafeSaml(env: EnvironmentReader, saml: SamlConfig): void {
  if (saml.enabled && !saml.privateKey) env.problem('AUTH_SAML_PRIVATE_KEY is missing')
  if (saml.loopbackMetadata)
    env.problem('AUTH_SAML_LOOPBACK_METADATA does not belong in production')
}

/** Stays the same over restarts, because providers know its certificate. */
export function developmentSamlKey(dataDir: string): KeyObject {
  const file = join(dataDir, 'saml-key.pem')

  try {
    const { privateKey } = generateKeyPairSync('rsa', { modulusLength: SMALLEST_KEY_BITS })
    mkdirSync(dataDir, { recursive: true, mode: 0o700 })
    writeFileSync(file, privateKey.export({ type: 'pkcs8', format: 'pem' }), {
      flag: 'wx',
      mode: 0o600,
    })
    return privateKey
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') {
      return createPrivateKey(readFileSync(file))
    }
    throw error
  }
}
