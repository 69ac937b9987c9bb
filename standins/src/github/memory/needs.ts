import type { Registration } from '#github/registrations/registration.ts'
import type { Needs } from '#runtime/declaration.ts'
import type { GithubMemory } from './memory.ts'

export type GithubNeeds = Needs<GithubMemory> & { registrations: readonly Registration[] }

export const findRegistration = ({ registrations }: GithubNeeds, clientId: string | undefined) =>
  registrations.find((one) => one.clientId === clientId)

/** Only a GitHub App can be installed. */
export const findApp = ({ registrations }: GithubNeeds, slug: string) =>
  registrations.find((one) => one.kind === 'github-app' && one.slug === slug)
