import type { Clock } from '@app/platform/clock/clock.ts'
import type { Database } from '@app/platform/db/database.ts'
import type { Log } from '@app/platform/log/log.ts'
import type { Keyring } from '@app/platform/sealing/keyring.ts'
import type { CodeHost } from '#code-host/code-host.ts'
import { type EventHost, openEventReader } from '#code-host/events/event-thread.ts'
import { singleFlight } from '#code-host/single-flight.ts'
import type { Config } from '#config/config.ts'
import { type GithubAppsSettings, openGithubApps } from '#outside/github/github-apps.ts'

type Needs = { config: Config; db: Database; clock: Clock; log: Log; keyring: Keyring } & Pick<
  CodeHost,
  'endCopies'
> & {
    /** Whether an operator put the standby app in place of the first. */
    isFirstAppOff: () => boolean
  }

/** Composes members' connections to GitHub. */
export function openCodeHost(needs: Needs): EventHost {
  const { config, db, clock, log, keyring, endCopies, isFirstAppOff } = needs
  const settings = githubAppsSettings(config)

  return {
    db,
    clock,
    log,
    keyring,
    github: settings && openGithubApps(settings, clock, isFirstAppOff),
    siteUrl: config.siteUrl,
    events: openEventReader(log),
    endCopies,
    renewals: singleFlight(),
    lookups: singleFlight(),
    checks: singleFlight(),
  }
}

/** null: this installation is not registered at GitHub. */
export function githubAppsSettings(config: Config): GithubAppsSettings | null {
  const { providers, githubApp, githubStandbyApp } = config
  const { github, githubStandby } = providers
  if (!github) return null

  return {
    first: { ...github, app: githubApp },
    standby: githubStandby && { ...github, ...githubStandby, app: githubStandbyApp },
  }
}
