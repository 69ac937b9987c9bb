import { machineClock } from '@app/platform/clock/clock.ts'
import { loadSecrets } from '@app/platform/config/secrets.ts'
import { openLog } from '@app/platform/log/log.ts'
import { openIdentity } from '#compose/open-identity.ts'
import type { AuthServer } from '#test/auth-server.ts'

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
