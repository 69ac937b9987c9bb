import type { Clock } from '@app/platform/clock/clock.ts'
import type { Database } from '@app/platform/db/database.ts'
import { AppError } from '@app/platform/errors/app-error.ts'
import type { RateLimits } from '@app/platform/limits/rate-limits.ts'
import type { Log } from '@app/platform/log/log.ts'
import type { ProductOutbox } from '#mails/templates.ts'
import type { Github } from '#outside/github/github.ts'
import type { CopyDeletions } from './copy-deletions.ts'

/** The dependencies of private imports. Each verb takes the part it needs. */
export type PrivateImports = {
  db: Database
  clock: Clock
  log: Log
  limits: RateLimits
  outbox: ProductOutbox
  /** null: this installation is not registered at GitHub. */
  github: Github | null
  deletions: CopyDeletions
  searchLimitMs: number
  /** Throws the errors of the connection's own functions. `check`: GitHub refused the token. */
  connectionOf(
    userId: string,
    how: { check: boolean },
  ): Promise<{ accessToken: string; githubUserId: number | null }>
}

export function githubOf({ github }: Pick<PrivateImports, 'github'>): Github {
  if (github) return github

  throw new AppError('GITHUB_NOT_CONFIGURED', 503, 'GitHub is not configured on this server')
}

/** The description that marks a copy. A repository with another description is not ours. */
export const descriptionOf = (cloneId: string): string =>
  `Temporary copy, deletes itself. ${cloneId}`
