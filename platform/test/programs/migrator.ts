// A process of its own that migrates a database, so that a test may kill it in the middle.
import { machineClock } from '#clock/clock.ts'
import { openDatabase } from '#db/open.ts'
import type { MigratorOrder } from './run-migrator.ts'

const order: MigratorOrder = JSON.parse(process.argv[2] ?? '')
const db = await openDatabase({ ...order, clock: machineClock })
await db.close()
process.exit(0)
