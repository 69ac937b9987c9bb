import { hostname } from 'node:os'
import { machineClock } from '@app/platform/clock/clock.ts'
import { fileClock } from '@app/platform/clock/file-clock.ts'
import { keepTicksFast } from '@app/platform/compose/keep-ticks-fast.ts'
import { openPorts } from '@app/platform/compose/open-ports.ts'
import { keepPrivate, writePrivately } from '@app/platform/db/private-folder.ts'
import { StartError } from '@app/platform/errors/start-error.ts'
import { type StartStatus, startingHandler } from '@app/platform/http/health/starting.ts'
import { openLog } from '@app/platform/log/log.ts'
import { readConfig } from '#config/read-config.ts'
import { startingPage } from '#http/pages/starting-page.ts'
import { productRelease } from './folders.ts'
import { openConfiguredDatabase } from './open-database.ts'
import type { Running } from './serve.ts'

/** Waiting requests come first, because planning jobs occupies the embedded database's only connection. */
const BEGIN_AFTER_MS = 2_000
/** Rendering occupies the thread that answers requests for a second. */
const WARM_AFTER_MS = 5_000

/** Starts the server, which runs until a signal ends it. If the start fails, the process exits. */
export async function run(): Promise<void> {
  keepTicksFast()
  writePrivately()
  try {
    await start()
  } catch (error) {
    // Prints one sentence for problems that an operator can fix, otherwise a stack trace.
    process.stderr.write(
      `${error instanceof StartError ? error.message : error instanceof Error ? error.stack : error}\n`,
    )
    process.exit(1)
  }
}

async function start(): Promise<void> {
  const config = readConfig()
  keepPrivate(config.dataDir)
  const origin = { version: productRelease().version, instance: `${hostname()}-${process.pid}` }
  const log = openLog({ level: config.logLevel, origin })
  for (const warning of config.warnings) log.warn(warning)
  const clock = config.clockFile ? fileClock(config.clockFile) : machineClock
  let running: Running | null = null
  let isStopping = false
  const stop = () => {
    // The terminal and the start script may both send a signal; the second has no effect.
    if (!isStopping) void stopAndExit(running, config.stopLimitMs)
    isStopping = true
  }
  process.on('SIGTERM', stop)
  process.on('SIGINT', stop)
  if (config.stopsWithStdin) process.stdin.resume().once('close', stop)

  let status: StartStatus = 'starting'
  const page = startingPage(config.app.title)
  const ports = await openPorts(config, startingHandler({ status: () => status, page }))
  const onMigrating = () => {
    status = 'migrating'
  }
  const opening = openConfiguredDatabase(config, clock, { log, onMigrating })
  opening.catch(() => {})
  // The rest of the program loads while the database opens.
  const { startServer } = await import('./start.ts')
  const { announce } = await import('./announce.ts')
  running = await startServer({ config, clock, log, opening, ports })
  if (isStopping) return
  announce(config, running.url)
  setTimeout(() => isStopping || void running?.begin(), BEGIN_AFTER_MS).unref()
  if (config.run === 'worker') return
  setTimeout(() => isStopping || void running?.warm(), WARM_AFTER_MS).unref()
}

/** The next start continues an interrupted one, including migrations. */
async function stopAndExit(running: Running | null, limitMs: number): Promise<void> {
  setTimeout(() => process.exit(1), limitMs).unref()
  await running?.stop()
  process.exit(0)
}
