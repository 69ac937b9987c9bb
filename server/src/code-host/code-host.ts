import type { Clock } from '@app/platform/clock/clock.ts'
import type { Database } from '@app/platform/db/database.ts'
import type { Log } from '@app/platform/log/log.ts'
import type { Keyring } from '@app/platform/sealing/keyring.ts'
import type { Github } from '#outside/github/github.ts'
import type { GithubApps } from '#outside/github/github-apps.ts'
import type { Suspension } from '#outside/github/installations.ts'
import type { Connection } from './connections-table.ts'
import { notConfigured } from './errors.ts'
import type { SingleFlight } from './single-flight.ts'

/** The dependencies of members' GitHub connections. Each verb takes the part it needs. */
export type CodeHost = {
  db: Database
  clock: Clock
  log: Log
  keyring: Keyring
  /** null: this installation is not registered at GitHub. */
  github: GithubApps | null
  siteUrl: string
  /** Deletes temporary copies that only this grant can delete; false if any remains. */
  endCopies(grant: { accessToken: string; githubUserId: number | null }): Promise<boolean>
  /** Concurrent calls of one member share one renewal, one lookup and one check at GitHub. */
  renewals: SingleFlight<Renewed>
  lookups: SingleFlight<Found>
  checks: SingleFlight<boolean>
}

/** A connection after a renewal of its tokens if needed; null if it no longer exists. */
export type Renewed = { connection: Connection | null; renewed: boolean }

/** The installation in use, or why there is none although the app is installed. */
export type Found = { installationId: number | null; suspension: Suspension | null }

/** The app that new connections are made with. */
export const githubOf = (host: Pick<CodeHost, 'github'>): Github => appsOf(host).inUse()

type OfApp = Pick<Connection, 'github_app'>

/** The app that a connection was made with: only that one renews and revokes the connection's tokens. */
export const githubOfConnection = (host: Pick<CodeHost, 'github'>, { github_app }: OfApp): Github =>
  appsOf(host).ofApp(github_app)

export function appsOf({ github }: Pick<CodeHost, 'github'>): GithubApps {
  if (!github) throw notConfigured()

  return github
}
