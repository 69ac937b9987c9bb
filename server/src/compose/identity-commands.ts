import { machineClock } from '@app/platform/clock/clock.ts'
import { openIdentity } from '@app/platform/compose/open-identity.ts'
import { loadSecrets } from '@app/platform/config/secrets.ts'
import { AppError } from '@app/platform/errors/app-error.ts'
import { StartError } from '@app/platform/errors/start-error.ts'
import { revokeSessions } from '@app/platform/identity/admin/revoke-sessions.ts'
import { noHooks } from '@app/platform/identity/hooks.ts'
import type { Identity } from '@app/platform/identity/identity.ts'
import { openLog } from '@app/platform/log/log.ts'
import { uncounted } from '@app/platform/log/metrics.ts'
import { readConfig } from '#config/read-config.ts'
import { createAdmin } from '#members/create-admin.ts'
import { mailBrandOf } from './mail-brand.ts'
import { openForCommand } from './open-database.ts'

/** Operator commands about accounts. */
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
      metrics: uncounted,
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
