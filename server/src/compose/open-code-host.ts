import type { Clock } from '@app/platform/clock/clock.ts'
import type { Database } from '@app/platform/db/database.ts'
import type { Log } from '@app/platform/log/log.ts'
import type { Keyring } from '@app/platform/sealing/keyring.ts'
import type { CodeHost } from '#code-host/code-host.ts'
import { type EventHost, openEventReader } from '#code-host/events/event-thread.ts'
import { singleFlight } from '#code-host/single-flight.ts'
import type { Config } from '#config/config.ts'
import { openGithub } from '#outside/github/github.ts'

type Needs = { config: Config; db: Database; clock: Clock; log: Log; keyring: Keyring } & Pick<
  CodeHost,
  'endCopies'
>

/** Composes members' connections to GitHub. */
export function openCodeHost({ config, db, clock, log, keyring, endCopies }: Needs): EventHost {
  const { providers, githubApp } = config

  return {
    db,
    clock,
    log,
    keyring,
    github: providers.github && openGithub({ ...providers.github, app: githubApp }, clock),
    siteUrl: config.siteUrl,
    events: openEventReader(log),
    endCopies,
    renewals: singleFlight(),
    lookups: singleFlight(),
    checks: singleFlight(),
  }
}
