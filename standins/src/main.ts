import { github } from '#github/app.ts'
import { google } from '#google/app.ts'
import { mailbox } from '#mailbox/app.ts'
import { newsletter } from '#newsletter/app.ts'
import { runStandins } from './runtime/run-standins.ts'

// Whatever they keep is their owner's alone.
process.umask(0o077)

/** Everybody who can be played. */
const STANDINS = [mailbox, github, google, newsletter]

await runStandins(STANDINS, process.argv.slice(2))
