import { machineClock, secondsNow } from '@app/platform/clock/clock.ts'
import { openIdentity } from '@app/platform/compose/open-identity.ts'
import { jwtKeysText } from '@app/platform/config/auth-keys.ts'
import { loadSecrets } from '@app/platform/config/secrets.ts'
import { changeSecretsFile } from '@app/platform/config/secrets-file.ts'
import { rotated } from '@app/platform/config/signing-key.ts'
import { AppError } from '@app/platform/errors/app-error.ts'
import { StartError } from '@app/platform/errors/start-error.ts'
import { revokeSessions } from '@app/platform/identity/admin/revoke-sessions.ts'
import { adoptEncryptionKeys } from '@app/platform/identity/encryption-keys/check-encryption-keys.ts'
import { noHooks } from '@app/platform/identity/hooks.ts'
import type { Identity } from '@app/platform/identity/identity.ts'
import { openLog } from '@app/platform/log/log.ts'
import { keyring as openKeyring } from '@app/platform/sealing/keyring.ts'
import { openTokens } from '@app/platform/tokens/open-tokens.ts'
import type { Config } from '#config/config.ts'
import { readConfig } from '#config/read-config.ts'
import { createAdmin } from '#members/create-admin.ts'
import { mailBrandOf } from './mail-brand.ts'
import { openForCommand } from './open-database.ts'

/** Operator commands about accounts and keys. */
export const identityCommands = {
  'create-admin': {
    use: 'create-admin <email>       makes this account an admin, and prints a link to choose its password',
    run: ([email]: string[]) =>
      withIdentity(async (identity) => {
        const { link } = await createAdmin(identity, email ?? '')
        return `${email} is an admin. Open this link within an hour to choose a password:\n${link}`
      }),
  },
  'revoke-sessions': {
    use: 'revoke-sessions <email>    signs somebody out on all devices',
    run: ([email]: string[]) =>
      withIdentity(
        async (identity) => `Signed out on ${await revokeSessions(identity, email ?? '')} devices.`,
      ),
  },
  'adopt-keys': {
    use: 'adopt-keys                 takes the present APP_ENCRYPTION_KEYS for good when the earlier ones are lost, with all they sealed',
    run: adoptKeys,
  },
  keys: {
    use: 'keys                       prints the keys that clients of the API use',
    run: () => printKeys(readConfig()),
  },
  'rotate-signing-key': {
    use: 'rotate-signing-key         makes a new key to sign tokens with; the old ones still verify',
    run: async () => rotateSigningKey(readConfig()),
  },
}

async function withIdentity(work: (identity: Identity) => Promise<string>): Promise<string> {
  const config = readConfig()
  const clock = machineClock
  const db = await openForCommand(config, clock)

  try {
    const { identity } = await openIdentity({
      config,
      secrets: loadSecrets(config),
      db,
      clock,
      log: openLog({ level: config.logLevel }),
      metrics: { passwordHashed: () => {} },
      hooks: noHooks,
      mailBrand: mailBrandOf(config.public),
    })
    return await work(identity)
  } catch (error) {
    throw error instanceof AppError ? new StartError(`${error.message}.`) : error
  } finally {
    await db.close()
  }
}

async function adoptKeys(): Promise<string> {
  const config = readConfig()
  const keyring = openKeyring(loadSecrets(config).encryptionKeys)
  const db = await openForCommand(config, machineClock)

  try {
    await adoptEncryptionKeys({ db, keyring })
    return 'These keys are the right ones from now on. Sessions, second factors, GitHub connections and waiting mails that only others open are lost.'
  } finally {
    await db.close()
  }
}

const TEN_YEARS_S = 10 * 365 * 24 * 3600

async function printKeys(config: Config): Promise<string> {
  const { signing, apiKeys } = loadSecrets(config)
  const tokens = await openTokens(signing, machineClock)
  const exp = secondsNow(machineClock) + TEN_YEARS_S
  const legacyKey = (role: string) => tokens.sign({ iss: 'gitferry', role, exp })

  return [
    `PUBLISHABLE_KEY=${apiKeys.publishable ?? ''}`,
    `SECRET_KEY=${apiKeys.secret ?? ''}`,
    `ANON_KEY=${apiKeys.anon ?? (await legacyKey('anon'))}`,
    `SERVICE_ROLE_KEY=${apiKeys.serviceRole ?? (await legacyKey('service_role'))}`,
  ].join('\n')
}

/** Keys from the environment can only be changed in the environment. */
function rotateSigningKey({ auth, dataDir }: Config): string {
  const { jwtKeys, jwtSecret } = auth.keys
  if (jwtKeys || jwtSecret) {
    const keys = rotated(jwtKeys ?? [])
    return `Set this on every server, then start them again:\nJWT_KEYS=${jwtKeysText(keys)}`
  }

  changeSecretsFile(dataDir, (secrets) => ({ ...secrets, jwtKeys: rotated(secrets.jwtKeys) }))
  return 'A new key signs tokens from the next start on. Those signed before are good until they end.'
}
