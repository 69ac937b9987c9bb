import { machineClock } from '#clock/clock.ts'
import { readRestConfig } from '#config/read-rest-config.ts'
import { writePrivately } from '#db/private-folder.ts'
import { openLog } from '#log/log.ts'
import { keepTicksFast } from './keep-ticks-fast.ts'
import { runUntilStopped } from './run-until-stopped.ts'
import { startRest } from './start-rest.ts'

/** `npm run rest -- --db-uri <address> …` */
keepTicksFast()
writePrivately()
await runUntilStopped(() =>
  startRest({
    config: readRestConfig(process.argv.slice(2)),
    clock: machineClock,
    log: openLog({ level: 'warn' }),
  }),
)
