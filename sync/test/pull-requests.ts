import { compare } from '#compare/compare.ts'
import type { Base } from '#compare/comparison.ts'
import type { FileSet } from '#files/gather-files.ts'
import type { Target } from '#github/target.ts'
import type { Host } from '#host/host.ts'
import { type Pushed, push } from '#push/push.ts'
import { contents, OWNER, type openWorld } from './open-world.ts'

export type World = Awaited<ReturnType<typeof openWorld>>

export const DRAFT = { base: 'main', title: 'Next', body: 'Soup', isDraft: false }

/** The project on a branch of its own, as the panel pushes it. */
export async function pushBranch(
  host: Host,
  target: Target,
  files: FileSet,
  base: Base,
): Promise<Pushed> {
  const comparison = await compare(host, target, files, { base, from: { branch: 'main' } })

  return push(host, comparison, { contents, choices: { confirmed: comparison.needs } })
}

/** What others do to a repository's pull requests, by the stand-in's control. */
export const othersOf = (world: World, name: string) => {
  const tell = async (path: string, body: unknown) => {
    const reply = await world.control('POST', `repositories/${OWNER}/${name}/${path}`, body)
    if (!reply.ok) throw new Error(await reply.text())
    return reply.json() as Promise<{ sha: string }>
  }

  return {
    merge: (number: number, method: string) =>
      tell(`pulls/${number}/merge`, { person: 'jonas-weber', method }),
    review: (number: number, person: string, state: string) =>
      tell(`pulls/${number}/reviews`, { person, state }),
    check: (ref: string, check: string, changes: object = {}) =>
      tell('check-runs', { ref, name: check, ...changes }),
    status: (ref: string, context: string, state: string) =>
      tell('statuses', { ref, context, state }),
    api: (method: string, path: string, body?: unknown) =>
      fetch(`${world.apiUrl}/repos/${OWNER}/${name}${path}`, {
        method,
        headers: { authorization: `Bearer ${world.token}` },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      }),
  }
}
