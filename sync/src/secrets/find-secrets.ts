import { type Bytes, decodeUtf8, fromBase64, textOf } from '#objects/bytes.ts'
import { SECRET_PATTERNS, type SecretKind } from './secret-patterns.ts'

/** Where a possible secret stands; only its beginning is kept. */
export type Finding = { path: string; line: number; kind: SecretKind; start: string }

const MAX_BYTES = 1_000_000
const START_CHARACTERS = 6

/** Possible secrets in text files. Larger files are data, and would take too long. */
export function findSecrets(files: readonly { path: string; bytes: Bytes }[]): Finding[] {
  return files.flatMap(({ path, bytes }) => {
    const text = bytes.length <= MAX_BYTES ? textOf(bytes) : null

    return text === null ? [] : findInText(path, text)
  })
}

function findInText(path: string, text: string): Finding[] {
  const found = SECRET_PATTERNS.flatMap(({ kind, pattern }) =>
    [...text.matchAll(pattern)]
      .filter(([match]) => isReal(kind, match))
      .map(({ 0: match, index }) => ({
        path,
        line: text.slice(0, index).split('\n').length,
        kind,
        start: match.slice(0, START_CHARACTERS),
      })),
  )
  return found.sort((a, b) => a.line - b.line)
}

const MIN_DIFFERENT_CHARACTERS = 8

function isReal(kind: SecretKind, match: string): boolean {
  switch (kind) {
    case 'private_key':
      return true
    case 'supabase_service_role':
      return isServiceRole(match)
    case 'database_password':
      return isForeignDatabase(match)
    default:
      return !/example/i.test(match) && new Set(match).size >= MIN_DIFFERENT_CHARACTERS
  }
}

/** An `anon` key is made to be public; a `service_role` key passes every policy. */
function isServiceRole(token: string): boolean {
  const payload = token.split('.')[1]?.replaceAll('-', '+').replaceAll('_', '/') ?? ''
  try {
    return JSON.parse(decodeUtf8(fromBase64(payload)) ?? '')?.role === 'service_role'
  } catch {
    return false
  }
}

const LOCAL =
  /^(?:localhost|127\.\d+\.\d+\.\d+|0\.0\.0\.0|host\.docker\.internal|db|postgres|mysql|mongo|redis|.*\.?example\.\w+|.*\.test)$/i
const PLACEHOLDER =
  /^(?:<.*|\[.*|\{.*|\$.*|%.*|your.*|my.*|x+|\*+|\.+|pass|passwd|password|pwd|secret|changeme|example|postgres|root|admin|test|user)$/i

function isForeignDatabase(address: string): boolean {
  const [, password = '', host = ''] = /:\/\/[^:]*:([^@]+)@(.+)$/.exec(address) ?? []

  return !LOCAL.test(host) && !PLACEHOLDER.test(password)
}
