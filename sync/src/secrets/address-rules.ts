import { charset } from './cursor.ts'
import { isPlaceholder, looksLikePassword, looksRandom } from './random-text.ts'
import type { SecretRule } from './secret-rule.ts'

const USER = charset(/[^\s:@/'"`]/)
const PASSWORD = charset(/[^\s@/'"`]/)
const HOST = charset(/[^\s/:'"`?#,;)<>\\]/)
const SCHEME = /(?:^|[^A-Za-z0-9+])([a-z][a-z0-9+]{1,20})$/i
const DATABASE =
  /^(?:postgres(?:ql)?|mysql2?|mariadb|mongodb(?:\+srv)?|rediss?|valkeys?|amqps?|sqlserver|mssql|clickhouse|cockroachdb|(?:postgresql|mysql)\+\w+)$/i
const SCHEME_CHARACTERS = 24
const MOST_PASSWORD_CHARACTERS = 1024
const MOST_HOST_CHARACTERS = 255

/** `scheme://user:password@host`, of databases and of anything else. */
const addressPassword: SecretRule = {
  kind: 'address_password',
  anchors: ['://'],
  match(cursor, colonAt) {
    const [, scheme] = SCHEME.exec(cursor.slice(colonAt - SCHEME_CHARACTERS, colonAt)) ?? []
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
    const host = cursor.slice(passwordEnd + 1, end)
    const isReal = isForeign(host, cursor.slice(userEnd + 1, passwordEnd))

    return { start, end, isReal, ...(DATABASE.test(scheme) && { kind: 'database_password' }) }
  },
}

const LOCAL =
  /^(?:localhost|127\.\d+\.\d+\.\d+|0\.0\.0\.0|\[::1?\]|host\.docker\.internal|host(?:name)?|server|(?:[^@]*\.)?(?:example|domain|company|yourdomain|host)\.\w+|.*\.(?:test|invalid|example|localhost))$/i
const USUAL_PASSWORD =
  /^(?:<.*|\[.*|\{.*|\$.*|%[^0-9].*|:.*|your.*|my.*|x+|\*+|\.+|p|pw|pass|passwd|password|pwd|secret|changeme|postgres|mysql|redis|root|admin|test|user|guest|.*\$\{.*|(?:db_?)?pass(?:word)?\d{0,4}|PASSWORD)$/i

function isForeign(host: string, password: string): boolean {
  if (LOCAL.test(host) || isPlaceholder(host) || /[$*[{]/.test(host)) return false
  if (USUAL_PASSWORD.test(password) || isPlaceholder(password)) return false

  // Names without a dot are containers on the same machine.
  return host.includes('.') || looksLikePassword(password) || looksRandom(password, 12)
}

const SIGNATURE = charset(/[A-Za-z0-9%+/=_-]/)
const NEAR_CHARACTERS = 300

/** A shared access signature of Azure: its URL alone gives access. */
const sharedAccess: SecretRule = {
  kind: 'azure_key',
  anchors: ['sig='],
  match(cursor, at) {
    const start = at + 4
    const end = cursor.runEnd(SIGNATURE, start)
    if (end - start < 40 || end - start > 80) return null
    const near = cursor.slice(at - NEAR_CHARACTERS, at) + cursor.slice(end, end + NEAR_CHARACTERS)
    const isReal = /[?&;]s[verp]=/.test(near) && looksRandom(cursor.slice(start, end), 40)

    return { start, end, isReal }
  },
}

export const ADDRESS_RULES: readonly SecretRule[] = [addressPassword, sharedAccess]
