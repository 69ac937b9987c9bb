// 1,000 mails from the outbox to the mailbox stand-in over kept connections, against one connection for each mail.
import { randomBytes } from 'node:crypto'
import { runnerImport } from 'vite'
import { clock, inScratch, onBoth } from './databases.js'
import { path, source } from './source.js'

const COUNT = 1_000
const quiet = { debug() {}, info() {}, warn() {}, error: console.error, fatal: console.error }

const { theServer } = await source('src/db/database.ts')
const { jobKinds } = await source('src/jobs/job-kinds.ts')
const { startJobs } = await source('src/jobs/start-jobs.ts')
const { keyring } = await source('src/sealing/keyring.ts')
const { openOutbox } = await source('src/mail/outbox.ts')
const { mailWork } = await source('src/mail/mail-work.ts')
const { openSmtp } = await source('src/mail/smtp.ts')
const { samples } = await source('src/mail/templates/samples.ts')
const { startMailbox } = (
  await runnerImport(path('standins/src/mailbox/app.ts'), { root: path('standins') })
).module

const head = {
  siteName: 'Gitferry',
  siteUrl: 'http://localhost',
  apiUrl: 'http://localhost',
  supportEmail: 'support@example.test',
}
const ring = keyring([{ id: 'bench', bytes: randomBytes(32) }])
const outbox = openOutbox({ keyring: ring, head })

await onBoth(async (db, name) => {
  // The queue must be there before the first mail is put into it.
  await (await startJobs({ db, clock, log: quiet, kinds: jobKinds, work: {} })).stop()
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
          params: samples.recovery,
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
      kinds: jobKinds,
      work: mailWork({ db, clock, log: quiet, keyring: ring, smtp }),
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
