import type { Context } from 'hono'
import type { ApiEnv } from '#github/api/api-env.ts'
import type { Signature } from '#github/git/commit.ts'
import { signatureOf } from '#github/git/initial-commits.ts'
import type { GithubNeeds } from '#github/memory/needs.ts'
import type { Person } from '#github/people/person.ts'

/** Who does something: a person, or an app in its own name. */
export type Actor = { person: Person | null; signature: Signature }

export function actorOf({ clock }: GithubNeeds, c: Context<ApiEnv>): Actor {
  const person = c.get('caller')?.person ?? null
  const robot = c.get('robot')
  if (person || !robot) return { person, signature: signatureOf(person ?? undefined, clock.now()) }

  const login = `${robot.registration.slug}[bot]`
  const email = `${robot.registration.appId}+${login}@users.noreply.github.com`
  return { person, signature: { ...signatureOf(undefined, clock.now()), name: login, email } }
}
