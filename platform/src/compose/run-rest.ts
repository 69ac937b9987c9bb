import { machineClock } from '#clock/clock.ts'
import { readRestConfig } from '#config/read-rest-config.ts'
import { writePrivately } from '#db/private-folder.ts'
import { StartError } from '#errors/start-error.ts'
import { openLog } from '#log/log.ts'
import { startRest } from './start-rest.ts'

const STOP_LIMIT_MS = 10_000

writePrivately()
try {
  const config = readRestConfig(process.argv.slice(2))
  const log = openLog({ level: 'warn' })
  const running = await startRest({ config, clock: machineClock, log })
  process.stdout.write(`ready ${running.url}\n`)

  const stop = async () => {
    setTimeout(() => process.exit(1), STOP_LIMIT_MS).unref()
    await running.stop()
    process.exit(0)
  }
  process.once('SIGTERM', stop)
  process.once('SIGINT', stop)
} catch (error) {
  process.stderr.write(
    `${error instanceof StartError ? error.message : error instanceof Error ? error.stack : error}\n`,
  )
  process.exit(1)
}
