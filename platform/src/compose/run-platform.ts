import { machineClock } from '#clock/clock.ts'
import { readPlatformCommand } from '#config/platform-command.ts'
import { writePrivately } from '#db/private-folder.ts'
import { openLog } from '#log/log.ts'
import { keepTicksFast } from './keep-ticks-fast.ts'
import { runUntilStopped } from './run-until-stopped.ts'
import { startPlatform } from './start-platform.ts'

/** `npm run platform -- --db-uri <address> [--sql <folder>] [--functions <folder>]` */
keepTicksFast()
writePrivately()
await runUntilStopped(async () => {
  const { config, sql, functions } = readPlatformCommand(process.argv.slice(2))
  const log = openLog({ level: config.logLevel })

  return startPlatform({ config, sql, functions, clock: machineClock, log })
})
