import { covers, type Installation } from '#github/installations/installation.ts'
import type { GithubNeeds } from '#github/memory/needs.ts'
import type { Repository } from '#github/repositories/repository.ts'

/** Where an app was let at the repository and wants to hear of this. */
export const listenersTo = (
  { memory, registrations }: GithubNeeds,
  repository: Repository,
  event: string,
): Installation[] =>
  memory.installations.state.installations.filter(
    (one) =>
      !one.suspended &&
      covers(one, repository) &&
      registrations.find(({ clientId }) => clientId === one.clientId)?.events.includes(event),
  )
