import { machineClock } from '#clock/clock.ts'
import { loadSecrets } from '#config/secrets.ts'
import { openLog } from '#log/log.ts'
import { openIdentity } from '#open-identity.ts'
import type { AuthServer } from './auth-server.ts'

/** What an operator's command works with, over the database of a running test server. */
export async function identityOf({ config, db }: Pick<AuthServer, 'config' | 'db'>) {
  const { identity } = await openIdentity({
    config,
    secrets: loadSecrets(config),
    db,
    clock: machineClock,
    log: openLog({ level: 'silent' }),
    metrics: { passwordHashed: () => {} },
  })

  return identity
}
