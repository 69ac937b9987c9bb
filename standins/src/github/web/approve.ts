import { issueCode } from '#github/grants/codes.ts'
import { letIn } from '#github/grants/grants.ts'
import type { GithubNeeds } from '#github/memory/needs.ts'
import type { Person } from '#github/people/person.ts'
import { withAnswer } from '#oauth/callbacks.ts'
import type { AuthorizeRequest } from './authorize-request.ts'

/** The person said yes: gives the address to go back to, with the code that proves it. */
export async function approve(
  { memory, clock }: GithubNeeds,
  { registration, callback, challenge, scopes, state }: AuthorizeRequest,
  person: Person,
): Promise<string> {
  const wanted = { clientId: registration.clientId, personId: person.id, scopes }

  await memory.people.remember(person)
  const code = await memory.grants.change((grants) => {
    letIn(grants, wanted, clock.now())
    return issueCode(grants, { ...wanted, callback, challenge }, clock.now())
  })

  return withAnswer(callback, { code, state })
}
