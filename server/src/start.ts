import { machineClock } from '#clock/clock.ts'
import { fileClock } from '#clock/file-clock.ts'
import type { Config } from '#config/config.ts'
import type { Database } from '#db/database.ts'
import { scheduleDumps } from '#db/dumps.ts'
import type { EmbeddedDatabase } from '#db/embedded.ts'
import { openDatabase } from '#db/open.ts'
import { seedContent } from '#db/seed.ts'
import { loadWebBuild } from '#http/pages/web-build.ts'
import type { Log } from '#log/log.ts'
import { databasePlace } from './database-place.ts'
import { plantDemo } from './demo.ts'
import { type Running, serve } from './serve.ts'

type Folders = { sql: string; web: string; cache: string }
type Needs = { config: Config; folders: Folders; log: Log }

/** Chooses the real things, puts them together and opens the door. */
export async function startServer({ config, folders, log }: Needs): Promise<Running> {
  const clock = config.clockFile ? fileClock(config.clockFile) : machineClock
  const place = await databasePlace(config, folders)
  const opening = openDatabase({ place, sqlFolder: folders.sql, clock })
  // Meanwhile, for the database takes its time in a thread or a server of its own.
  const loading = loadWebBuild(folders.web)
  loading.catch(() => {})
  const db = await opening

  try {
    const web = await loading
    await seedContent(db, folders.sql)
    if (config.seed === 'demo') await plantDemo(db, folders.sql)
    const running = await serve({ config, db, web, clock, log })
    void running.warm()
    const stopDumps = isEmbedded(db)
      ? scheduleDumps({ database: db, dataDir: config.dataDir, clock, log })
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
