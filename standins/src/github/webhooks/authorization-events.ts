import type { GithubNeeds } from '#github/memory/needs.ts'
import type { Person } from '#github/people/person.ts'
import { addressesOf } from '#github/shapes/addresses.ts'
import { simpleUser } from '#github/shapes/user-shapes.ts'
import { announce } from './announce.ts'

/** GitHub sends this event to every app, subscribed or not. */
export function announceRevocation(needs: GithubNeeds, clientId: string, person: Person): void {
  announce(needs, {
    clientId,
    event: 'github_app_authorization',
    payload: { action: 'revoked', sender: simpleUser(addressesOf(needs), person) },
  })
}
