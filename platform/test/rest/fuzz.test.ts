import fc from 'fast-check'
import { expect, inject, test } from 'vitest'
import { randomCases } from '#test/random-cases.ts'
import { type RandomRequest, randomRequest } from './random-request.ts'
import { type Reply, useCatalog } from './rest-server.ts'

const { kind } = inject('database')
// In all ten thousand between the two databases, most of them where they are quicker, and no request twice.
const CASES = {
  embedded: { usual: 300, all: 1_000 },
  postgres: { usual: 2_700, all: 9_000 },
}
const RUNS = Number(process.env.REST_FUZZ_RUNS ?? randomCases(CASES[kind]))
const SEED = Number(process.env.REST_FUZZ_SEED ?? { embedded: 20_260_101, postgres: 1 }[kind])
const AT_ONCE = 8

const { ask } = useCatalog()

test(
  `${RUNS} random requests: no crash, no 5xx, every answer well-formed`,
  async () => {
    const requests = fc.sample(randomRequest, { numRuns: RUNS, seed: SEED })
    const strange: unknown[] = []
    const statuses = new Map<number, number>()

    for (let at = 0; at < requests.length; at += AT_ONCE) {
      const some = requests.slice(at, at + AT_ONCE)
      const replies = await Promise.all(
        some.map(({ path, body, ...rest }) =>
          ask(path, { ...rest, ...(body !== undefined && { body }) }),
        ),
      )
      for (const [i, reply] of replies.entries()) {
        statuses.set(reply.status, (statuses.get(reply.status) ?? 0) + 1)
        const request = some[i]
        if (request && !isWellFormed(request, reply)) strange.push({ request, reply })
      }
    }

    expect(strange).toEqual([])
    expect((await ask('/films?select=count()')).body).toEqual([{ count: 5 }])
    // A fuzzer that is only ever refused would prove little.
    expect(statuses.get(200) ?? 0).toBeGreaterThan(RUNS / 10)
  },
  RUNS * 500,
)

function isWellFormed({ method }: RandomRequest, { status, headers, text, body }: Reply): boolean {
  if (status >= 500) return false
  if (status >= 300) return method === 'HEAD' ? text === '' : isError(body)
  if (method === 'OPTIONS') return text === '' && headers.has('allow')
  const range = headers.get('content-range')
  if (method !== 'PUT' && !/^(\*|\d+-\d+)\/(\*|\d+)$/.test(range ?? '')) return false
  if (status === 204 || method === 'HEAD') return text === ''
  const type = headers.get('content-type')

  return type === null ? text === '' : !type.includes('json') || isJson(text)
}

const isError = (body: unknown): boolean =>
  typeof body === 'object' &&
  body !== null &&
  'code' in body &&
  'message' in body &&
  'details' in body &&
  'hint' in body

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}
