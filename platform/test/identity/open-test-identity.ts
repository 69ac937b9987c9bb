import { machineClock } from '#clock/clock.ts'
import { openIdentity } from '#compose/open-identity.ts'
import type { PlatformConfig } from '#config/platform-config.ts'
import { loadSecrets } from '#config/secrets.ts'
import type { Database } from '#db/database.ts'
import { noHooks } from '#identity/hooks.ts'
import { openLog } from '#log/log.ts'
import { uncounted } from '#log/metrics.ts'
import { testMailHead } from '#test/test-server.ts'

/** What an operator's command works with, over the database of a running test server. */
export async function identityOf({ config, db }: { config: PlatformConfig; db: Database }) {
  const { identity } = await openIdentity({
    config,
    secrets: loadSecrets(config),
    db,
    clock: machineClock,
    log: openLog({ level: 'silent' }),
    metrics: uncounted,
    hooks: noHooks,
    mailBrand: testMailHead(config),
  })

  return identity
}
