import { join } from 'node:path'
import type { Clock } from '@app/platform/clock/clock.ts'
import type { Ports } from '@app/platform/compose/open-ports.ts'
import type { Database } from '@app/platform/db/database.ts'
import { scheduleDumps } from '@app/platform/db/dumps.ts'
import type { EmbeddedDatabase } from '@app/platform/db/embedded.ts'
import type { ServerLog } from '@app/platform/log/log.ts'
import type { Config } from '#config/config.ts'
import { openDevWeb } from '#http/pages/dev-web.ts'
import { loadWebBuild } from '#http/pages/web-build.ts'
import { seedDemoAccounts } from './demo.ts'
import { connectDemo } from './demo-github.ts'
import { folders } from './folders.ts'
import { seedContent } from './seed.ts'
import { type Running, serve } from './serve.ts'

type Needs = {
  config: Config
  clock: Clock
  log: ServerLog
  /** Opening a database takes time, in a thread or on a server. */
  opening: Promise<Database>
  /** They report that the server is starting, until it serves. */
  ports: Ports
}

/** Composes the product and serves it. */
export async function startServer({ config, clock, log, opening, ports }: Needs): Promise<Running> {
  const loading = config.devRendererUrl
    ? openDevWeb(config.devRendererUrl, folders.web)
    : loadWebBuild(join(folders.web, 'dist'))
  // Awaited below; an earlier failure must not leave its rejection unhandled.
  loading.catch(() => {})
  const db = await opening

  try {
    const web = await loading
    await seedContent(db, folders.seed)
    if (config.seed === 'demo') await seedDemoAccounts(db, folders.seed)
    const starting = serve({ config, db, web, clock, log, ports })
    const connecting =
      config.seed === 'demo' ? connectDemo({ config, db, clock, log }, starting) : null
    const [running] = await Promise.all([starting, connecting])
    const stopDumps = isEmbedded(db)
      ? scheduleDumps({ app: config.app.name, database: db, dataDir: config.dataDir, clock, log })
      : () => {}

    return {
      ...running,
      stop: async () => {
        stopDumps()
        await running.stop()
        await db.close()
      },
    }
  } catch (error) {
    await db.close()
    throw error
  }
}

const isEmbedded = (db: Database): db is EmbeddedDatabase => 'dump' in db
