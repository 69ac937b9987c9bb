import { SyncError } from '#errors/sync-error.ts'
import type { Repository } from '#github/target.ts'
import { listAt } from '#host/answer.ts'
import type { Host } from '#host/host.ts'
import type { Operation } from '#host/operation.ts'
import { refusalOf } from '#host/refusal.ts'

/** Answers by URL with their ETag: unchanged ones are not sent again, nor counted. */
export type KnownAnswers = Map<string, { etag: string; body: unknown; hasMore: boolean }>

/** URLs contain a commit's SHA, so each push adds some. */
const MOST_KNOWN = 40

type Reading = { host: Host; operation: Operation; repository: Repository; known: KnownAnswers }

/** The JSON at a URL of the API. */
export async function readKnown(
  { host, operation, repository, known }: Reading,
  path: string,
): Promise<{ body: unknown; hasMore: boolean }> {
  const before = known.get(path)
  const answer = await host.call(operation, {
    method: 'GET',
    path,
    ...(before && { ifNoneMatch: before.etag }),
  })
  if (answer.status === 304 && before) return before
  if (answer.status === 403 && isDenied(answer.body)) {
    throw new SyncError('pull_request_denied', factsOf(repository))
  }
  if (answer.status !== 200) throw refusalOf(answer, repository, false)

  const hasMore = /rel="next"/.test(answer.header('link') ?? '')
  const etag = answer.header('etag')
  known.delete(path)
  if (etag !== null) known.set(path, { etag, body: answer.body, hasMore })
  const oldest = known.keys().next().value
  if (known.size > MOST_KNOWN && oldest !== undefined) known.delete(oldest)
  return { body: answer.body, hasMore }
}

/** A list from GitHub, up to this many pages. `isWhole` is false if more exist. */
export async function readLines(
  reading: Reading,
  path: string,
  { key, perPage, mostPages }: { key?: string; perPage: number; mostPages: number },
): Promise<{ lines: unknown[]; isWhole: boolean }> {
  const lines: unknown[] = []
  for (let page = 1; page <= mostPages; page++) {
    const { body, hasMore } = await readKnown(reading, `${path}?per_page=${perPage}&page=${page}`)
    lines.push(...(key ? listAt(body, key) : listAt(body)))
    if (!hasMore) return { lines, isWhole: true }
  }
  return { lines, isWhole: false }
}

/** The app lacks the permission, or the token the scope. */
const isDenied = (body: unknown): boolean => /not accessible by/i.test(JSON.stringify(body))

export const factsOf = ({ owner, name }: Repository) => ({ owner, name, repo: `${owner}/${name}` })
