import { sweepVersions } from '#files/sweep-versions.ts'
import { deleteExpired } from '#identity/flows/delete-expired.ts'
import { refreshMetadata } from '#identity/sso/fetch-metadata.ts'
import type { JobKinds } from '#jobs/job-kind.ts'
import { jobStats } from '#jobs/job-stats.ts'
import { platformJobs } from '#jobs/platform-jobs.ts'
import { type FailureHandlers, type Jobs, startJobs, type WorkFor } from '#jobs/start-jobs.ts'
import type { OnEnded } from '#jobs/worker.ts'
import type { Metrics } from '#log/metrics.ts'
import { mailStats } from '#mail/mail-stats.ts'
import { mailWork, queueMailDelivery } from '#mail/mail-work.ts'
import { openSmtp, type Smtp } from '#mail/smtp.ts'
import { type OutsideCall, outsideCalls } from '#outside/outside-calls.ts'
import type { Platform } from './open-platform.ts'

/** The program's own jobs. */
export type OwnJobs<Kinds extends JobKinds> = {
  kinds: Kinds
  work: Partial<WorkFor<Kinds>>
  onFailed?: Partial<FailureHandlers<Kinds>>
  /** Is told what became of each job, the platform's included. */
  onEnded?: OnEnded
}

/** Starts the platform's jobs, the program's own jobs, and mail delivery; without a mail server to `given`, if there is one. */
export async function startBackground<Kinds extends JobKinds>(
  platform: Platform,
  own: OwnJobs<Kinds>,
  given: Smtp | null = null,
): Promise<Jobs> {
  if (platform.config.run === 'web') return withoutJobs(platform)
  const { config, db, clock, log, metrics, limits, keyring, optionalMails: optional } = platform
  const { smtpUrl, from } = config.mail
  const smtp = smtpUrl ? openSmtp({ url: smtpUrl, from }) : given
  const settings = { loopbackMetadata: config.saml.loopbackMetadata }
  const work: Partial<WorkFor<typeof platformJobs>> = {
    ...(smtp && mailWork({ db, clock, log, keyring, smtp, optional })),
    'sweep-files': async () => {
      await sweepVersions({ db })
      await platform.files.bytes.sweep()
    },
    'sweep-limits': async () => void (await limits.sweep()),
    'sweep-sign-ins': () => deleteExpired(db),
    'fetch-sso-metadata': ({ payload }) =>
      refreshMetadata({ db, clock, log, settings }, payload.providerId),
  }
  const jobs = await startJobs<JobKinds>({
    db,
    clock,
    log,
    kinds: { ...platformJobs, ...own.kinds },
    work: { ...work, ...own.work } as Partial<WorkFor<JobKinds>>,
    onEnded: (...ended) => {
      metrics.jobEnded(...ended)
      own.onEnded?.(...ended)
    },
    traceJob: platform.tracing?.traceJob,
    onFailed: (own.onFailed ?? {}) as Partial<FailureHandlers<JobKinds>>,
  })

  metrics.watchJobs(() => jobStats(db))
  metrics.watchMail(() => mailStats(db))
  const stopCounting = countOutsideCalls(metrics)
  if (smtp) await queueMailDelivery(db)

  return {
    ...jobs,
    stop: async (limitMs = config.stopLimitMs - BEFORE_STOP_MS) => {
      await jobs.stop(limitMs)
      stopCounting()
      smtp?.close()
      await platform.tracing?.close()
    },
  }
}

/** The rest of the time limit of a stop: requests end before jobs do. */
const BEFORE_STOP_MS = 4_000

/** Workers of other servers take the jobs that this one sends. */
function withoutJobs({ metrics, tracing }: Platform): Jobs {
  const stopCounting = countOutsideCalls(metrics)

  return {
    begin: async () => {},
    drain: async () => {},
    stop: async () => {
      stopCounting()
      await tracing?.close()
    },
  }
}

/** Every call of another service, under the name that our code gives it. */
function countOutsideCalls({ outsideAnswered }: Metrics): () => void {
  const count = (message: unknown) => {
    const call = message as OutsideCall
    const outcome = 'failure' in call ? 'failed' : call.status < 400 ? 'answered' : 'refused'
    outsideAnswered(call.provider, outcome, call.seconds)
  }
  outsideCalls.subscribe(count)

  return () => outsideCalls.unsubscribe(count)
}
