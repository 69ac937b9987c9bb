import { machineClock, secondsNow } from '@app/platform/clock/clock.ts'
import { jwtKeysText } from '@app/platform/config/auth-keys.ts'
import { loadSecrets } from '@app/platform/config/secrets.ts'
import { changeSecretsFile } from '@app/platform/config/secrets-file.ts'
import { announced, rotated, using, without } from '@app/platform/config/signing-key.ts'
import { type Database, type Sql, theServer } from '@app/platform/db/database.ts'
import { StartError } from '@app/platform/errors/start-error.ts'
import {
  adoptEncryptionKeys,
  checkEncryptionKeys,
} from '@app/platform/identity/encryption-keys/check-encryption-keys.ts'
import { ownersOfDoubtfulCodes } from '@app/platform/identity/encryption-keys/forget-factors.ts'
import {
  countUnopened,
  forgetSealed,
} from '@app/platform/identity/encryption-keys/forget-sealed.ts'
import { keyUsage, reseal } from '@app/platform/identity/encryption-keys/reseal.ts'
import type { Forgotten } from '@app/platform/identity/encryption-keys/sealed-columns.ts'
import { openOutbox } from '@app/platform/mail/outbox.ts'
import { type Keyring, keyring as openKeyring } from '@app/platform/sealing/keyring.ts'
import { openTokens } from '@app/platform/tokens/open-tokens.ts'
import type { JWK } from 'jose'
import type { Config } from '#config/config.ts'
import { readConfig } from '#config/read-config.ts'
import { templates } from '#mails/templates.ts'
import { tellOfLoss } from '#members/tell-of-loss.ts'
import { mailBrandOf } from './mail-brand.ts'
import { openForCommand } from './open-database.ts'
import { sealedColumns } from './sealed-columns.ts'

/** Operator commands about keys. */
export const keyCommands = {
  keys: {
    use: 'keys                       prints the keys that clients of the API use',
    run: () => printKeys(readConfig()),
  },
  'rotate-signing-key': {
    use: `rotate-signing-key         makes a new key to sign tokens with; the old ones still verify
  rotate-signing-key --announce | --use | --drop <kid>
                             the same in steps, for several servers`,
    run: async (args: string[]) => rotateSigningKey(readConfig(), args),
  },
  'key-usage': {
    use: 'key-usage                  counts what each of APP_ENCRYPTION_KEYS sealed, by place',
    run: () => withKeyring(({ db }) => printUsage(db)),
  },
  reseal: {
    use: 'reseal                     seals everything with the key that seals now, beside running servers',
    run: () => withKeyring(resealAll),
  },
  'adopt-keys': {
    use: 'adopt-keys                 takes the present APP_ENCRYPTION_KEYS for good when the earlier ones are lost, with all they sealed',
    run: () => withKeyring(adoptKeys),
  },
  'forget-sealed': {
    use: `forget-sealed              counts what none of APP_ENCRYPTION_KEYS opens any more
  forget-sealed --yes        clears it, and mails those who have to set something up again`,
    run: (args: string[]) => withKeyring((needs) => forgetLost(needs, args)),
  },
}

type Needs = { db: Database; keyring: Keyring; config: Config }

async function withKeyring(work: (needs: Needs) => Promise<string>): Promise<string> {
  const config = readConfig()
  const keyring = openKeyring(loadSecrets(config).encryptionKeys)
  const db = await openForCommand(config, machineClock)

  try {
    return await work({ db, keyring, config })
  } finally {
    await db.close()
  }
}

async function adoptKeys(needs: Needs): Promise<string> {
  await adoptEncryptionKeys(needs)

  return 'These keys are the right ones from now on. Sessions, second factors, GitHub connections and waiting mails that only others open are lost.'
}

async function printUsage(db: Database): Promise<string> {
  const usage = await keyUsage(db, sealedColumns)
  if (usage.length === 0) return 'Nothing is sealed.'

  return usage.map(({ key, place, rows }) => [key, place, rows].join('  ')).join('\n')
}

/** Includes the value that each start checks, so that a key can be removed without a start in between. */
async function resealAll(needs: Needs): Promise<string> {
  await checkEncryptionKeys(needs)
  const { resealed, unopened } = await reseal(needs, sealedColumns)
  const left = unopened > 0 ? ` ${unopened} open with none of the keys and stay as they are.` : ''

  return `${resealed} sealed anew with ${needs.keyring.sealsWith}.${left}`
}

/** Only with keys that were taken for good: with those of another installation everything would be cleared. */
async function forgetLost(needs: Needs, [confirmation]: string[]): Promise<string> {
  await checkEncryptionKeys(needs)
  const lost = await countUnopened(needs, sealedColumns)
  if (lost.length === 0) return 'Everything that is sealed opens with the present keys.'
  if (confirmation !== '--yes') {
    const lines = lost.map(({ key, place, rows }) => [key, place, rows].join('  '))
    return [...lines, 'None of the keys opens these. forget-sealed --yes clears them.'].join('\n')
  }

  const { keyring, config } = needs
  const now = () => machineClock.now()
  const outbox = openOutbox({ keyring, brand: mailBrandOf(config.public), templates })
  let mails = 0
  const tell = async (sql: Sql, { accounts, loss }: Forgotten) => {
    if (loss) mails += await tellOfLoss(sql, { outbox, now: now() }, loss, accounts)
  }
  const forgotten = await forgetSealed({ ...needs, now }, sealedColumns, tell)
  mails += await needs.db.as(theServer, async (sql) => {
    const owners = await ownersOfDoubtfulCodes(sql)
    return tellOfLoss(sql, { outbox, now: now() }, 'codes', owners)
  })

  return `${forgotten} cleared, ${mails} mails queued.`
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
function rotateSigningKey({ auth, dataDir }: Config, [step, kid]: string[]): string {
  const { jwtKeys, jwtSecret } = auth.keys
  if (jwtKeys || jwtSecret) {
    const keys = afterStep(jwtKeys ?? [], step, kid)
    return `Set this on every server, then start them again:\nJWT_KEYS=${jwtKeysText(keys)}`
  }

  changeSecretsFile(dataDir, (secrets) => ({
    ...secrets,
    jwtKeys: afterStep(secrets.jwtKeys, step, kid),
  }))
  return 'The keys are as wanted from the next start on.'
}

function afterStep(keys: readonly JWK[], step: string | undefined, kid = ''): JWK[] {
  if (step === undefined) return rotated(keys)
  if (step === '--announce') {
    if (keys.length > 0) return announced(keys)
    throw new StartError('JWT_SECRET signs: rotate to a set of keys first, without --announce.')
  }
  if (step === '--use') {
    const next = using(keys)
    if (next) return next
    throw new StartError('No key was announced: --announce comes first.')
  }
  if (step === '--drop') {
    const left = without(keys, kid)
    if (left) return left
    throw new StartError(
      `Which key? Those that may go: ${keys
        .filter((key) => without(keys, key.kid ?? ''))
        .map((key) => key.kid)
        .join(', ')}.`,
    )
  }
  throw new StartError('Steps are --announce, --use and --drop <kid>.')
}
