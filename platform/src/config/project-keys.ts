import { createHmac } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import * as z from 'zod/mini'
import { StartError } from '#errors/start-error.ts'

/**
 * The keys that every local Supabase project has, so that a client keeps working when it moves here. They are public: a server that other
 * machines reach needs keys of its own.
 */
export function localKeys(environment: Record<string, string | undefined>) {
  const secret = environment.JWT_SECRET ?? LOCAL_JWT_SECRET

  return {
    JWT_SECRET: secret,
    PUBLISHABLE_KEY: 'sb_publishable_ACJWlzQHlZjBrEguHvfOxg_3BJgxAaH',
    SECRET_KEY: 'sb_secret_N7UND0UgjKTVK-Uodkm0Hg_xSvEMPvz',
    ANON_KEY: legacyKey('anon', secret),
    SERVICE_ROLE_KEY: legacyKey('service_role', secret),
  }
}

const LOCAL_JWT_SECRET = 'super-secret-jwt-token-with-at-least-32-characters-long'
/** Old templates of the Supabase CLI set the public secret, which must not open a server that other machines reach. */
export const withoutLocalSecret = (variables: Record<string, string>): Record<string, string> =>
  Object.fromEntries(Object.entries(variables).filter(([, value]) => value !== LOCAL_JWT_SECRET))

const EXPIRES = 1_983_812_996

function legacyKey(role: string, secret: string): string {
  const claims = { iss: 'supabase-demo', role, exp: EXPIRES }
  const signed = [{ alg: 'HS256', typ: 'JWT' }, claims].map(encoded).join('.')

  return `${signed}.${createHmac('sha256', secret).update(signed).digest('base64url')}`
}

const encoded = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')

const keyList = z.array(z.looseObject({ kid: z.string() }))

/** The key file of `auth.signing_keys_path` as JWT_KEYS. As for the Supabase CLI, the first key signs; the others verify. */
export function signingKeys(folder: string, path: string | undefined): string | undefined {
  if (!path) return undefined
  const keys = keyList.safeParse(readJson(resolve(folder, path)))
  if (!keys.success || keys.data.length === 0) {
    throw new StartError(
      `config.toml: auth.signing_keys_path: ${path} must be a list of keys, each with a kid.`,
    )
  }

  return JSON.stringify(
    keys.data.map((key, at) => ({ ...key, key_ops: at === 0 ? ['sign', 'verify'] : ['verify'] })),
  )
}

function readJson(path: string): unknown {
  try {
    return JSON.parse(readFileSync(path, 'utf8'))
  } catch {
    return null
  }
}
