import type { Permissions } from '#github/registrations/registration.ts'
import { randomText } from '#oauth/random-text.ts'
import type { Place } from '#runtime/place.ts'

/** What a fine-grained token may do, and where. */
export type FineGrained = {
  permissions: Permissions
  /** The one account whose repositories it reaches. */
  ownerId: number
  /** null: all of that account's, later ones included. */
  repositoryIds: number[] | null
}

/** A token that a person made for themselves. */
type PersonalToken = {
  token: string
  personId: number
  name: string
  /** A classic token has scopes. */
  scopes: string[]
  /** null: a classic token. */
  fineGrained: FineGrained | null
  issuedAt: number
  /** null: never. */
  expiresAt: number | null
}

export type PersonalTokens = ReturnType<typeof openPersonalTokens>

export function openPersonalTokens(place: Place) {
  const memory = place.open('personal-tokens.json', () => ({ tokens: [] as PersonalToken[] }))

  return {
    /** Valid tokens only. */
    find: (token: string, now: number) =>
      memory.state.tokens.find(
        (one) => one.token === token && (one.expiresAt === null || now < one.expiresAt),
      ),
    add: (wanted: Omit<PersonalToken, 'token'>) =>
      memory.change(({ tokens }) => {
        const added = { ...wanted, token: newToken(wanted) }
        tokens.push(added)
        return added
      }),
    removeAll: (personId: number) =>
      memory.change((state) => {
        state.tokens = state.tokens.filter((one) => one.personId !== personId)
      }),
  }
}

const newToken = ({ fineGrained }: Pick<PersonalToken, 'fineGrained'>) =>
  fineGrained ? `github_pat_${randomText(22)}_${randomText(59)}` : `ghp_${randomText(36)}`
