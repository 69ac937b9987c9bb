import type { Clock } from '#clock/clock.ts'
import type { Config } from '#config/config.ts'
import type { Database } from '#db/database.ts'
import { listen } from '#http/frame/listen.ts'
import type { WebBuild } from '#http/pages/web-build.ts'
import type { Log } from '#log/log.ts'
import { openMetrics } from '#log/metrics.ts'
import { createApp } from './app.ts'

export type Running = { url: string; stop(): Promise<void> }

type Needs = { config: Config; db: Database; web: WebBuild; clock: Clock; log: Log }

/** The product over a database that is open already; whoever opened it closes it. */
export async function serve({ config, db, web, clock, log }: Needs): Promise<Running> {
  const metrics = openMetrics()
  metrics.watchPool(db.stats)
  let draining = false
  const app = await createApp({ config, db, clock, log, metrics, web, isDraining: () => draining })
  const door = await listen(app, config)

  return {
    url: `http://${hostInUrl(config.host)}:${door.port}`,
    stop: () => {
      draining = true
      return door.drain()
    },
  }
}

const hostInUrl = (host: string) => (host.includes(':') ? `[${host}]` : host)
