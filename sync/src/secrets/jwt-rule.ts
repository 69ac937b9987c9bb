import { decodeUtf8, fromBase64 } from '#objects/bytes.ts'
import { charset } from './cursor.ts'
import type { SecretRule } from './secret-rule.ts'

const BASE64_URL = charset(/[\w-]/)
const MOST_PAYLOAD_CHARACTERS = 8192
const MIN_PART = 13

/** By the payload, which is unique per token: a header may match many beginnings. */
export const serviceRole: SecretRule = {
  kind: 'supabase_service_role',
  anchors: ['.eyJ'],
  match(cursor, dotAt) {
    const runStart = cursor.runStart(BASE64_URL, dotAt)
    const header = /\beyJ/.exec(cursor.slice(runStart, dotAt))
    const start = runStart + (header?.index ?? 0)
    if (!header || dotAt - start < MIN_PART) return null
    const payloadEnd = cursor.runEnd(BASE64_URL, dotAt + 1)
    const length = payloadEnd - dotAt - 1
    if (length < MIN_PART || length > MOST_PAYLOAD_CHARACTERS) return null
    if (!cursor.startsWith('.', payloadEnd)) return null
    const end = cursor.runEnd(BASE64_URL, payloadEnd + 1)
    if (end - payloadEnd <= 10) return null
    const isReal = audienceOf(cursor.slice(dotAt + 1, payloadEnd)) === 'service'

    return { start, end: payloadEnd, isReal }
  },
}

const SERVICE_ROLES: readonly unknown[] = ['service_role', 'supabase_admin', 'postgres']

/** `public`: intended to be visible, or printed in documentation. `unknown`: its name decides. */
export function audienceOf(payload: string): 'service' | 'public' | 'unknown' {
  const claims = claimsOf(payload)
  if (claims === null) return 'public'
  // All local Supabase installations have the same keys.
  if (claims.iss === 'supabase-demo' || claims.name === 'John Doe') return 'public'
  if (SERVICE_ROLES.includes(claims.role)) return 'service'

  return claims.role === 'anon' ? 'public' : 'unknown'
}

function claimsOf(payload: string): Record<string, unknown> | null {
  const base64 = payload.replaceAll('-', '+').replaceAll('_', '/')
  try {
    return Object(JSON.parse(decodeUtf8(fromBase64(base64)) ?? ''))
  } catch {
    return null
  }
}
