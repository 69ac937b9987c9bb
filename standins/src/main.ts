import { builder } from '#builder/app.ts'
import { checkout } from '#checkout/app.ts'
import { github } from '#github/app.ts'
import { google } from '#google/app.ts'
import { mailbox } from '#mailbox/app.ts'
import { newsletter } from '#newsletter/app.ts'
import { s3 } from '#s3/app.ts'
import { saml } from '#saml/app.ts'
import { sms } from '#sms/app.ts'
import { runStandins } from './runtime/run-standins.ts'

// Files are readable by their owner only.
process.umask(0o077)

/** All stand-ins that can be chosen on the command line. */
const STANDINS = [mailbox, github, google, newsletter, checkout, builder, saml, sms, s3]

await runStandins(STANDINS, process.argv.slice(2))
