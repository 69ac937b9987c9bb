import type { Clock } from '@app/platform/clock/clock.ts'
import type { Database } from '@app/platform/db/database.ts'
import type { Log } from '@app/platform/log/log.ts'
import type { Keyring } from '@app/platform/sealing/keyring.ts'
import type { CodeHost } from '#code-host/code-host.ts'
import { type EventHost, openEventReader } from '#code-host/events/event-thread.ts'
import { singleFlight } from '#code-host/single-flight.ts'
import type { Config } from '#config/config.ts'
import { openGithub } from '#outside/github/github.ts'
import { type GithubApps, githubApps } from '#outside/github/github-apps.ts'

type Needs = { config: Config; db: Database; clock: Clock; log: Log; keyring: Keyring } & Pick<
  CodeHost,
  'endCopies'
> & {
    /** Whether an operator put the standby app in place of the first. */
    isFirstAppOff: () => boolean
  }

/** Composes members' connections to GitHub. */
export function openCodeHost(needs: Needs): EventHost {
  const { config, db, clock, log, keyring, endCopies } = needs

  return {
    db,
    clock,
    log,
    keyring,
    github: openApps(needs),
    siteUrl: config.siteUrl,
    events: openEventReader(log),
    endCopies,
    renewals: singleFlight(),
    lookups: singleFlight(),
    checks: singleFlight(),
  }
}

function openApps({ config, clock, isFirstAppOff }: Needs): GithubApps | null {
  const { providers, githubApp, githubStandbyApp } = config
  const { github, githubStandby } = providers
  if (!github) return null
  const standby =
    githubStandby && openGithub({ ...github, ...githubStandby, app: githubStandbyApp }, clock)

  return githubApps({
    first: openGithub({ ...github, app: githubApp }, clock),
    standby,
    isFirstOff: isFirstAppOff,
  })
}
