import { request } from 'node:http'
import type { Random } from '#test/seeded-random.ts'

export type Recorded = {
  method: string
  path: string
  headers: Record<string, string>
  body?: Buffer
}

/** Values that parsers meet rarely: limits of numbers, broken escapes, other alphabets, long runs, look-alikes of separators. */
const ODD: readonly ((random: Random) => string)[] = [
  () => '',
  () => '0',
  () => '-1',
  () => '99999999999999999999',
  () => '1e309',
  () => 'NaN',
  () => '%',
  () => '%zz%00',
  () => '%ff%fe',
  () => '../../../../etc/passwd',
  () => '\u0000',
  () => 'é\u202e\ufeff\ud83d',
  () => '{"a":'.repeat(200),
  () => '[['.repeat(2_000),
  () => `'";--<svg/onload=x>\${x}{{x}}`,
  () => 'eyJhbGciOiJub25lIn0.e30.',
  () => 'bytes=0-,-1,5-2,99999999999-',
  () => 'a'.repeat(7_000),
  () => ';,='.repeat(1_000),
  (random) => Buffer.from(Array.from({ length: 40 }, () => random.below(256))).toString('latin1'),
]

/** True that many times in a hundred. */
const chance = (random: Random, percent: number): boolean => random.below(100) < percent

/** The request with one to three places changed. */
export function mutated(one: Recorded, random: Random): Recorded {
  let changed = one
  for (let left = 1 + random.below(3); left > 0; left--) changed = mutate(changed, random)

  return changed
}

function mutate(one: Recorded, random: Random): Recorded {
  const part = random.below(100)
  if (part < 30) return { ...one, headers: changedHeaders(one.headers, random) }
  if (part < 55) return { ...one, path: changedPath(one.path, random) }
  if (part < 60)
    return { ...one, method: random.pick(['PUT', 'OPTIONS', 'TRACE', 'PROPFIND', 'HEAD']) }

  return one.body
    ? { ...one, body: changedBytes(one.body, random) }
    : { ...one, path: changedPath(one.path, random) }
}

const FURTHER = [
  'x-forwarded-for',
  'x-forwarded-proto',
  'x-forwarded-host',
  'cookie',
  'range',
  'if-none-match',
  'if-modified-since',
  'accept',
  'accept-encoding',
  'accept-language',
  'accept-profile',
  'content-profile',
  'content-type',
  'content-range',
  'prefer',
  'origin',
  'referer',
  'authorization',
  'apikey',
  'x-upsert',
  'x-client-info',
  'x-supabase-api-version',
  'traceparent',
]

function changedHeaders(headers: Record<string, string>, random: Random) {
  const name = random.pick(chance(random, 50) ? Object.keys(headers) : FURTHER)
  const known = headers[name] ?? ''
  const odd = random.pick(ODD)(random)
  const value = chance(random, 50) ? odd : cutIn(known, odd, random)

  return { ...headers, [name]: value.replace(/[^\t\x20-\x7e\x80-\xff]/g, '?') }
}

/** Only what can stand in a request line. */
function changedPath(path: string, random: Random): string {
  const changed = cutIn(path, random.pick(ODD)(random), random)

  return `/${changed.replace(/[^\x21-\x7e]/g, (one) => `%${one.charCodeAt(0).toString(16).padStart(2, '0').slice(-2)}`).replace(/^\/+/, '')}`
}

function cutIn(text: string, piece: string, random: Random): string {
  const from = random.below(text.length + 1)
  const to = from + random.below(text.length - from + 1)

  return text.slice(0, from) + piece + text.slice(chance(random, 50) ? from : to)
}

function changedBytes(bytes: Buffer, random: Random): Buffer {
  const kind = random.below(100)
  const at = random.below(bytes.length + 1)
  if (kind < 30) return bytes.subarray(0, at)
  if (kind < 60) {
    const changed = Buffer.from(bytes)
    changed[Math.min(at, bytes.length - 1)] = random.below(256)
    return changed
  }
  if (kind < 80) return Buffer.concat([bytes.subarray(0, at), bytes])

  return Buffer.concat([
    bytes.subarray(0, at),
    Buffer.from(random.pick(ODD)(random)),
    bytes.subarray(at),
  ])
}

/** As it is, also what `fetch` would refuse to send. Resolves with the status; null: the connection was ended. */
export function send(url: string, { method, path, headers, body }: Recorded) {
  const { hostname, port } = new URL(url)

  return new Promise<{ status: number | null; retryAfter: string | undefined; text: string }>(
    (resolve) => {
      const ended = () => resolve({ status: null, retryAfter: undefined, text: '' })
      const sent = request({ hostname, port, method, path, headers, agent: false }, (answer) => {
        const chunks: Buffer[] = []
        answer.on('data', (chunk) => chunks.push(chunk))
        answer.on('error', ended)
        answer.on('end', () =>
          resolve({
            status: answer.statusCode ?? null,
            retryAfter: answer.headers['retry-after'],
            text: Buffer.concat(chunks).toString(),
          }),
        )
      })
      sent.on('error', ended)
      sent.end(body)
    },
  )
}
