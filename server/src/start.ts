import { type Clock, machineClock } from '#clock/clock.ts'
import type { Config } from '#config/config.ts'
import { scheduleDumps } from '#db/dumps.ts'
import { existingImage } from '#db/image.ts'
import { type DatabasePlace, openDatabase } from '#db/open.ts'
import { seedContent } from '#db/seed.ts'
import { listen } from '#http/frame/listen.ts'
import { loadWebBuild } from '#http/pages/web-build.ts'
import type { Log } from '#log/log.ts'
import { openMetrics } from '#log/metrics.ts'
import { createApp } from './app.ts'
import { plantDemo } from './demo.ts'

export type Folders = { sql: string; web: string; cache: string }
export type Running = { url: string; stop(): Promise<void> }

type Needs = { config: Config; folders: Folders; log: Log; clock?: Clock }

/** Chooses the real things, puts them together and opens the door. */
export async function startServer(needs: Needs): Promise<Running> {
  const { config, folders, log, clock = machineClock } = needs
  const web = await loadWebBuild(folders.web)
  const db = await openDatabase({
    place: await placeOf(config, folders),
    sqlFolder: folders.sql,
    clock,
  })
  const undo = [() => db.close()]

  try {
    await seedContent(db, folders.sql)
    if (config.seed === 'demo') await plantDemo(db, folders.sql)
    if ('dump' in db) {
      const stopDumps = scheduleDumps({ database: db, dataDir: config.dataDir, clock, log })
      undo.unshift(async () => stopDumps())
    }

    const metrics = openMetrics()
    metrics.watchPool(db.stats)
    let draining = false
    const app = await createApp({
      config,
      db,
      clock,
      log,
      metrics,
      web,
      isDraining: () => draining,
    })
    const door = await listen(app, config)
    undo.unshift(() => {
      draining = true
      return door.drain()
    })

    return { url: `http://${hostInUrl(config.host)}:${door.port}`, stop: () => inOrder(undo) }
  } catch (error) {
    await inOrder(undo)
    throw error
  }
}

async function placeOf({ databaseUrl, dataDir }: Config, folders: Folders): Promise<DatabasePlace> {
  if (databaseUrl) return { kind: 'postgres', url: databaseUrl }

  return { kind: 'embedded', dataDir, image: await existingImage(folders.sql, folders.cache) }
}

async function inOrder(steps: readonly (() => Promise<void>)[]) {
  for (const step of steps) await step()
}

const hostInUrl = (host: string) => (host.includes(':') ? `[${host}]` : host)
