import { covers, type Installation } from '#github/installations/installation.ts'
import type { GithubNeeds } from '#github/memory/needs.ts'
import type { Repository } from '#github/repositories/repository.ts'

/** Installations with access to the repository that subscribed to the event. */
export const subscribersTo = (
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
