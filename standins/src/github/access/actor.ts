import type { Context } from 'hono'
import type { Signature } from '#formats/commit.ts'
import type { ApiEnv } from '#github/api/api-env.ts'
import { signatureOf } from '#github/git/initial-commits.ts'
import type { GithubNeeds } from '#github/memory/needs.ts'
import type { Person } from '#github/people/person.ts'

/** Who acts: a person, or an app as its bot. */
export type Actor = { person: Person | null; signature: Signature }

export function actorOf({ clock }: GithubNeeds, c: Context<ApiEnv>): Actor {
  const person = c.get('caller')?.person ?? null
  const bot = c.get('bot')
  if (person || !bot) return { person, signature: signatureOf(person ?? undefined, clock.now()) }

  const login = `${bot.registration.slug}[bot]`
  const email = `${bot.registration.appId}+${login}@users.noreply.github.com`
  return { person, signature: { ...signatureOf(undefined, clock.now()), name: login, email } }
}
