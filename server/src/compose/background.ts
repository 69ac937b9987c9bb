import { endingWork } from '#billing/end-subscriptions.ts'
import type { Clock } from '@app/platform/clock/clock.ts'
import type { CodeHost } from '#code-host/code-host.ts'
import { grantWork } from '#code-host/end-grant.ts'
import { eventWork } from '#code-host/events/take-event.ts'
import { forgetExpired as forgetExpiredTokens } from '#code-host/forget-expired.ts'
import type { Config } from '#config/config.ts'
import type { Database } from '@app/platform/db/database.ts'
import { copyPicture } from '#members/copy-picture.ts'
import type { Files } from '@app/platform/files/files.ts'
import { sweepVersions } from '@app/platform/files/sweep-versions.ts'
import { forgetExpired } from '@app/platform/identity/forget-expired.ts'
import { jobKinds } from '#jobs/job-kinds.ts'
import { jobStats } from '@app/platform/jobs/job-stats.ts'
import { startJobs, type WorkFor } from '@app/platform/jobs/start-jobs.ts'
import { rateLimits } from '@app/platform/limits/rate-limits.ts'
import type { Log } from '@app/platform/log/log.ts'
import type { Metrics } from '@app/platform/log/metrics.ts'
import { mailStats } from '@app/platform/mail/mail-stats.ts'
import { lookForMail, mailWork } from '@app/platform/mail/mail-work.ts'
import { openOutbox } from '@app/platform/mail/outbox.ts'
import { openSmtp } from '@app/platform/mail/smtp.ts'
import { newsletterWork } from '#newsletter/kept-subscriptions.ts'
import { mailingList } from '#outside/newsletter.ts'
import { openPictures } from '#outside/pictures.ts'
import { exportGivenUp, exportWork } from '#personal-data/make-export.ts'
import type { PersonalData } from '#personal-data/personal-data.ts'
import { ASSIGNED_CHANNEL, assignmentWork, lookForAssignments } from '#projects/tell-assignees.ts'
import type { Keyring } from '@app/platform/sealing/keyring.ts'

type Needs = {
  config: Config
  db: Database
  clock: Clock
  log: Log
  metrics: Metrics
  keyring: Keyring
  codeHost: CodeHost
  files: Files
  personalData: PersonalData
}

export type Background = { drain(): Promise<void>; stop(): Promise<void> }

/** What goes on without a request: jobs, and the mail they send. */
export async function startBackground(needs: Needs): Promise<Background> {
  const { config, db, clock, log, metrics, keyring, codeHost, files } = needs
  const { smtpUrl, from } = config.mail
  const smtp = smtpUrl ? openSmtp({ url: smtpUrl, from }) : null
  const { apiUrl, providers } = config
  const fetchPicture = openPictures(originsOf(providers))
  const work: Partial<WorkFor<typeof jobKinds>> = {
    ...(smtp && mailWork({ db, clock, log, keyring, smtp })),
    ...(config.newsletter && newsletterWork(mailingList(config.newsletter), keyring)),
    ...grantWork(codeHost),
    ...eventWork(codeHost),
    ...exportWork(needs.personalData),
    ...endingWork({ db }),
    ...assignmentWork({ db, outbox: openOutbox({ keyring, head: config.public }) }),
    'sweep-github': async () => void (await forgetExpiredTokens(codeHost)),
    'copy-picture': ({ payload }) => copyPicture({ files, fetchPicture, apiUrl }, payload.userId),
    'sweep-files': async () => void (await sweepVersions({ db })),
    'sweep-limits': async () => void (await rateLimits(db).sweep()),
    'sweep-sign-ins': () => forgetExpired(db),
  }
  const givenUp = exportGivenUp(needs.personalData)
  const jobs = await startJobs({ db, clock, log, kinds: jobKinds, work, givenUp })

  metrics.watchJobs(() => jobStats(db))
  metrics.watchMail(() => mailStats(db))
  if (smtp) await lookForMail(db)
  const stopListening = await listenForAssignments(db, log)

  return {
    drain: async () => {
      await lookForAssignments(db)
      await jobs.drain()
    },
    stop: async () => {
      stopListening()
      await jobs.stop()
      smtp?.close()
    },
  }
}

async function listenForAssignments(db: Database, log: Log): Promise<() => void> {
  const look = () =>
    lookForAssignments(db).catch((err: unknown) => log.warn({ err }, 'no look at new assignments'))
  const stopListening = await db.listen(ASSIGNED_CHANNEL, look, look)
  // What came while no server ran.
  await look()

  return stopListening
}

/** Where pictures come from if these are not the real ones. */
const originsOf = ({ github, google }: Config['providers']): string[] =>
  [github?.webUrl, google?.issuer].flatMap((url) => (url ? [new URL(url).origin] : []))
