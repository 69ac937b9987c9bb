import { decodeUtf8, fromBase64 } from '#objects/bytes.ts'
import { type Charset, type Cursor, charset } from './cursor.ts'

export const SECRET_KINDS = [
  'github_token',
  'gitlab_token',
  'aws_key',
  'google_api_key',
  'google_client_secret',
  'openai_key',
  'anthropic_key',
  'stripe_key',
  'webhook_secret',
  'slack_token',
  'sendgrid_key',
  'npm_token',
  'private_key',
  'supabase_secret_key',
  'supabase_access_token',
  'supabase_service_role',
  'database_password',
] as const

export type SecretKind = (typeof SECRET_KINDS)[number]

/** What looks like a secret. One that `isReal` denies is a placeholder, or made to be public. */
type Match = { start: number; end: number; isReal: boolean }

export type SecretRule = {
  kind: SecretKind
  /** One of these texts is in every such secret; the rule is asked wherever one stands. */
  anchors: readonly string[]
  match(cursor: Cursor, anchorAt: number, anchor: string): Match | null
}

const WORD = charset(/\w/)
const LETTERS_DIGITS = charset(/[A-Za-z0-9]/)
const CAPITALS_DIGITS = charset(/[A-Z0-9]/)
const HEX = charset(/[a-f0-9]/)
const BASE64 = charset(/[A-Za-z0-9+/=]/)
const BASE64_URL = charset(/[\w-]/)
const LETTERS_DIGITS_DASH = charset(/[A-Za-z0-9-]/)

type Token = {
  body: Charset
  min: number
  max?: number
  /** A word that goes on after the body is no such token. */
  isWord?: boolean
}

/** Published prefixes, followed by random characters. */
const token = (
  kind: SecretKind,
  anchors: readonly string[],
  { body, min, max = Number.POSITIVE_INFINITY, isWord = false }: Token,
): SecretRule => ({
  kind,
  anchors,
  match(cursor, start, anchor) {
    if (cursor.isAt(WORD, start - 1)) return null
    const bodyAt = start + anchor.length
    const runEnd = cursor.runEnd(body, bodyAt)
    if (runEnd - bodyAt < min || runEnd - bodyAt > max) return null
    if (isWord && cursor.isAt(WORD, runEnd)) return null

    return { start, end: runEnd, isReal: isRandom(cursor, start, runEnd) }
  },
})

const MIN_DIFFERENT_CHARACTERS = 8
/** Longer than tokens are; of what is longer, the beginning decides. */
const DECIDING_CHARACTERS = 256

function isRandom(cursor: Cursor, start: number, end: number): boolean {
  const text = cursor.slice(start, Math.min(end, start + DECIDING_CHARACTERS))

  return !/example/i.test(text) && new Set(text).size >= MIN_DIFFERENT_CHARACTERS
}

const sendgridKey: SecretRule = {
  kind: 'sendgrid_key',
  anchors: ['SG.'],
  match(cursor, start) {
    if (cursor.isAt(WORD, start - 1)) return null
    const idEnd = cursor.runEnd(BASE64_URL, start + 3)
    if (idEnd - start < 19 || !cursor.startsWith('.', idEnd)) return null
    const end = cursor.runEnd(BASE64_URL, idEnd + 1)
    if (end - idEnd < 17) return null

    return { start, end, isReal: isRandom(cursor, start, end) }
  },
}

const PRIVATE_KEY = /^-----BEGIN (?:[A-Z0-9]{1,16} ){0,4}PRIVATE KEY(?: BLOCK)?-----/
const PRIVATE_KEY_CHARACTERS = 110

const privateKey: SecretRule = {
  kind: 'private_key',
  anchors: ['-----BEGIN '],
  match(cursor, start) {
    const [header] = PRIVATE_KEY.exec(cursor.slice(start, start + PRIVATE_KEY_CHARACTERS)) ?? []

    return header === undefined ? null : { start, end: start + header.length, isReal: true }
  },
}

const MOST_PAYLOAD_CHARACTERS = 8192
const MIN_TOKEN_PART = 13

/** By the payload, which two tokens never share: a header may hold many beginnings. */
const serviceRole: SecretRule = {
  kind: 'supabase_service_role',
  anchors: ['.eyJ'],
  match(cursor, dotAt) {
    const runStart = cursor.runStart(BASE64_URL, dotAt)
    const header = /\beyJ/.exec(cursor.slice(runStart, dotAt))
    const start = runStart + (header?.index ?? 0)
    if (!header || dotAt - start < MIN_TOKEN_PART) return null
    const payloadEnd = cursor.runEnd(BASE64_URL, dotAt + 1)
    const length = payloadEnd - dotAt - 1
    if (length < MIN_TOKEN_PART || length > MOST_PAYLOAD_CHARACTERS) return null
    if (!cursor.startsWith('.', payloadEnd)) return null
    const end = cursor.runEnd(BASE64_URL, payloadEnd + 1)
    if (end - payloadEnd <= 10) return null

    return { start, end: payloadEnd, isReal: isServiceRole(cursor.slice(dotAt + 1, payloadEnd)) }
  },
}

/** An `anon` key is made to be public; a `service_role` key passes every policy. */
function isServiceRole(payload: string): boolean {
  const base64 = payload.replaceAll('-', '+').replaceAll('_', '/')
  try {
    return JSON.parse(decodeUtf8(fromBase64(base64)) ?? '')?.role === 'service_role'
  } catch {
    return false
  }
}

const USER = charset(/[^\s:@/'"`]/)
const PASSWORD = charset(/[^\s@/'"`]/)
const HOST = charset(/[^\s/:'"`?#]/)
const SCHEME = /(?:^|\W)(postgres(?:ql)?|mysql|mariadb|mongodb(?:\+srv)?|rediss?|amqps?)$/
const SCHEME_CHARACTERS = 12
const MOST_PASSWORD_CHARACTERS = 1024
const MOST_HOST_CHARACTERS = 255

const databasePassword: SecretRule = {
  kind: 'database_password',
  anchors: ['://'],
  match(cursor, colonAt) {
    const [, scheme] =
      SCHEME.exec(cursor.slice(Math.max(0, colonAt - SCHEME_CHARACTERS), colonAt)) ?? []
    if (scheme === undefined) return null
    const start = colonAt - scheme.length
    const userEnd = cursor.runEnd(USER, colonAt + 3)
    if (!cursor.startsWith(':', userEnd)) return null
    const passwordEnd = cursor.runEnd(PASSWORD, userEnd + 1)
    const passwordLength = passwordEnd - userEnd - 1
    if (passwordLength < 1 || passwordLength > MOST_PASSWORD_CHARACTERS) return null
    if (!cursor.startsWith('@', passwordEnd)) return null
    const end = cursor.runEnd(HOST, passwordEnd + 1)
    const hostLength = end - passwordEnd - 1
    if (hostLength < 1 || hostLength > MOST_HOST_CHARACTERS) return null
    const password = cursor.slice(userEnd + 1, passwordEnd)

    return { start, end, isReal: isForeign(cursor.slice(passwordEnd + 1, end), password) }
  },
}

const LOCAL =
  /^(?:localhost|127\.\d+\.\d+\.\d+|0\.0\.0\.0|host\.docker\.internal|db|postgres|mysql|mongo|redis|(?:[^@]*\.)?example\.\w+|.*\.test)$/i
const PLACEHOLDER =
  /^(?:<.*|\[.*|\{.*|\$.*|%.*|your.*|my.*|x+|\*+|\.+|pass|passwd|password|pwd|secret|changeme|example|postgres|root|admin|test|user)$/i

const isForeign = (host: string, password: string): boolean =>
  !LOCAL.test(host) && !PLACEHOLDER.test(password)

/** What published secrets look like; kinds are named after who issues them. */
export const SECRET_RULES: readonly SecretRule[] = [
  token('github_token', ['ghp_', 'gho_', 'ghu_', 'ghs_', 'ghr_'], {
    body: LETTERS_DIGITS,
    min: 36,
    max: 255,
    isWord: true,
  }),
  token('github_token', ['github_pat_'], { body: WORD, min: 50, max: 255 }),
  token('gitlab_token', ['glpat-'], { body: BASE64_URL, min: 20 }),
  token('aws_key', ['AKIA', 'ASIA'], { body: CAPITALS_DIGITS, min: 16, max: 16, isWord: true }),
  token('google_api_key', ['AIza'], { body: BASE64_URL, min: 35, max: 35 }),
  token('google_client_secret', ['GOCSPX-'], { body: BASE64_URL, min: 28 }),
  token('openai_key', ['sk-proj-', 'sk-svcacct-', 'sk-admin-'], { body: BASE64_URL, min: 20 }),
  token('anthropic_key', ['sk-ant-'], { body: BASE64_URL, min: 20 }),
  token('stripe_key', ['sk_live_', 'rk_live_'], { body: LETTERS_DIGITS, min: 16 }),
  token('webhook_secret', ['whsec_'], { body: BASE64, min: 24 }),
  token('slack_token', ['xoxa-', 'xoxb-', 'xoxp-', 'xoxr-', 'xoxs-'], {
    body: LETTERS_DIGITS_DASH,
    min: 10,
  }),
  sendgridKey,
  token('npm_token', ['npm_'], { body: LETTERS_DIGITS, min: 36, max: 36, isWord: true }),
  privateKey,
  token('supabase_secret_key', ['sb_secret_'], { body: BASE64_URL, min: 20 }),
  token('supabase_access_token', ['sbp_'], { body: HEX, min: 40, max: 40, isWord: true }),
  serviceRole,
  databasePassword,
]
