import type { Needs } from '#runtime/declaration.ts'
import type { Client } from './client.ts'
import type { GoogleMemory } from './memory.ts'

export type GoogleNeeds = Needs<GoogleMemory> & { clients: readonly Client[] }

export const findClient = ({ clients }: GoogleNeeds, clientId: string | undefined) =>
  clients.find((one) => one.clientId === clientId)

export const findPerson = ({ memory }: GoogleNeeds, sub: string) =>
  memory.google.state.people.find((one) => one.sub === sub)

/** Tests and the sign-in page identify people by address. */
export const findByEmail = ({ memory }: GoogleNeeds, email: string) =>
  memory.google.state.people.find((one) => one.email === email)
