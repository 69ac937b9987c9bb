// 1,000 mails from the outbox to the mailbox stand-in over kept connections, against one connection for each mail.
import { randomBytes } from 'node:crypto'
import { clock, inScratch, onBoth } from './databases.js'
import { source } from './source.js'

const COUNT = 1_000
const quiet = { debug() {}, info() {}, warn() {}, error: console.error, fatal: console.error }

const { theServer } = await source('platform/src/db/database.ts')
const { platformJobs } = await source('platform/src/jobs/platform-jobs.ts')
const { startJobs } = await source('platform/src/jobs/start-jobs.ts')
const { keyring } = await source('platform/src/sealing/keyring.ts')
const { openOutbox } = await source('platform/src/mail/outbox.ts')
const { mailWork } = await source('platform/src/mail/mail-work.ts')
const { openSmtp } = await source('platform/src/mail/smtp.ts')
const { identityMails } = await source('platform/src/mail/templates/identity-mails.ts')
const { identitySamples } = await source('platform/src/mail/templates/identity-samples.ts')
const { startMailbox } = await source('standins/src/mailbox/app.ts')

const brand = {
  siteName: 'Gitferry',
  siteUrl: 'http://localhost',
  apiUrl: 'http://localhost',
  supportEmail: 'support@example.test',
  pages: { signIn: '/', recovery: '/', security: '/', mailSettings: '/' },
}
const ring = keyring([{ id: 'bench', bytes: randomBytes(32) }])
const outbox = openOutbox({ keyring: ring, brand, templates: identityMails })
const optional = { isOptional: () => false, isSwitchedOff: async () => false }

await onBoth(async (db, name) => {
  // The queue must be there before the first mail is put into it.
  await (await startJobs({ db, clock, log: quiet, kinds: platformJobs, work: {} })).stop()
  const alone = await send(db, { mailsPerConnection: 1 })
  const pooled = await send(db, {})
  console.log(`\n${name}: ${COUNT} mails`)
  console.log(`  a connection for each   ${(COUNT / alone.seconds).toFixed(0)} /s`)
  console.log(
    `  kept connections        ${(COUNT / pooled.seconds).toFixed(0)} /s   ${(alone.seconds / pooled.seconds).toFixed(1)} times as many`,
  )
  console.log(`  heap before and after   ${pooled.before} and ${pooled.after} MB`)
})
process.exit(0)

function send(db, options) {
  return inScratch(async (dataDir) => {
    const mailbox = await startMailbox({ dataDir })
    await db.as(theServer, async (sql) => {
      for (let n = 0; n < COUNT; n++) {
        await outbox.queue(sql, {
          template: 'recovery',
          params: identitySamples.recovery,
          to: `member-${n}@example.test`,
          language: n % 2 ? 'en' : 'es',
          key: crypto.randomUUID(),
        })
      }
    })
    const smtp = openSmtp({
      url: mailbox.smtpUrl,
      from: 'Gitferry <no-reply@example.test>',
      ...options,
    })
    const before = heapMb()
    const began = performance.now()
    const jobs = await startJobs({
      db,
      clock,
      log: quiet,
      kinds: platformJobs,
      work: mailWork({ db, clock, log: quiet, keyring: ring, smtp, optional }),
    })
    await jobs.drain()
    const seconds = (performance.now() - began) / 1000
    await jobs.stop()
    smtp.close()
    await mailbox.close()
    return { seconds, before, after: heapMb() }
  })
}

function heapMb() {
  globalThis.gc?.()
  return Math.round(process.memoryUsage().heapUsed / 1e6)
}
