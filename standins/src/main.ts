import { runStandins } from '#frame/run-standins.ts'
import { mailbox } from '#mailbox/app.ts'

/** Everybody who can be played. */
const STANDINS = [mailbox]

await runStandins(STANDINS, process.argv.slice(2))
