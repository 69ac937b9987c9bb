import type { JWK } from 'jose'
import type { PlatformConfig } from './platform-config.ts'
import { completeSecretsFile } from './secrets-file.ts'

export type Secrets = {
  encryptionKeys: { id: string; bytes: Buffer }[]
  signing: { jwks: JWK[]; secret: string | null }
  apiKeys: {
    publishable: string | null
    secret: string | null
    anon: string | null
    serviceRole: string | null
  }
}

/**
 * Secrets missing in the environment are generated at the first start. The data folder keeps them, readable only by its owner. Production requires the variables.
 */
export function loadSecrets(
  config: Pick<PlatformConfig, 'encryptionKeys' | 'auth' | 'isProduction' | 'dataDir'>,
): Secrets {
  const { encryptionKeys, auth, isProduction } = config
  const { jwtKeys, jwtSecret, anonKey, serviceRoleKey, publishableKey, secretKey } = auth.keys
  const isComplete = encryptionKeys && (jwtKeys || jwtSecret) && publishableKey && secretKey
  const made = isProduction || isComplete ? null : completeSecretsFile(config.dataDir)

  return {
    encryptionKeys: encryptionKeys ?? keyOf(made?.encryptionKey ?? ''),
    signing: {
      jwks: jwtKeys ?? (jwtSecret === null ? (made?.jwtKeys ?? []) : []),
      secret: jwtSecret,
    },
    apiKeys: {
      publishable: publishableKey ?? made?.publishableKey ?? null,
      secret: secretKey ?? made?.secretKey ?? null,
      anon: anonKey,
      serviceRole: serviceRoleKey,
    },
  }
}

/** The API key that browsers receive. */
export const publicKeyOf = ({ apiKeys }: Secrets): string =>
  apiKeys.publishable ?? apiKeys.anon ?? ''

const keyOf = (text: string) => [{ id: 'local', bytes: Buffer.from(text, 'base64') }]
