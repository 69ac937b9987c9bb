import { createHmac } from 'node:crypto'

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
const EXPIRES = 1_983_812_996

function legacyKey(role: string, secret: string): string {
  const claims = { iss: 'supabase-demo', role, exp: EXPIRES }
  const signed = [{ alg: 'HS256', typ: 'JWT' }, claims].map(encoded).join('.')

  return `${signed}.${createHmac('sha256', secret).update(signed).digest('base64url')}`
}

const encoded = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
