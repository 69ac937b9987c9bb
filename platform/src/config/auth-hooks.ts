import type { EnvironmentReader } from './environment.ts'

/** Where a hook is asked. */
export type HookTarget =
  | { kind: 'http'; url: string; secrets: readonly Buffer[] }
  | { kind: 'sql'; schema: string; name: string }

export type AuthHooksConfig = {
  /** null: the hook is not called. */
  customAccessToken: HookTarget | null
  beforeUserCreated: HookTarget | null
  sendSms: HookTarget | null
}

export const readAuthHooks = (env: EnvironmentReader): AuthHooksConfig => ({
  customAccessToken: readHook(env, 'AUTH_HOOK_CUSTOM_ACCESS_TOKEN'),
  beforeUserCreated: readHook(env, 'AUTH_HOOK_BEFORE_USER_CREATED'),
  sendSms: readHook(env, 'AUTH_HOOK_SEND_SMS'),
})

const SQL = /^pg-functions:\/\/postgres\/([a-z_][a-z0-9_]{0,62})\/([a-z_][a-z0-9_]{0,62})$/
const LOOPBACK = ['localhost', '127.0.0.1', '[::1]']

function readHook(env: EnvironmentReader, variable: string): HookTarget | null {
  const address = env.get(variable)
  // Known also without its hook, as other secrets are.
  const secret = env.get(`${variable}_SECRET`)
  if (address === undefined) return null
  const [, schema, name] = SQL.exec(address) ?? []
  if (schema && name) return { kind: 'sql', schema, name }

  const url = URL.canParse(address) ? new URL(address) : null
  const isSafe =
    url?.protocol === 'https:' || (url?.protocol === 'http:' && LOOPBACK.includes(url.hostname))
  if (!isSafe) {
    env.problem(`${variable} must begin with https: or pg-functions://postgres/<schema>/<function>`)
  }
  return { kind: 'http', url: address, secrets: readSecrets(env, variable, secret) }
}

const SHORTEST_SECRET_BYTES = 24

/** `v1,whsec_` and base64, as the Standard Webhooks have it; several, separated by `|`, while one is replaced. */
function readSecrets(env: EnvironmentReader, variable: string, secret = ''): Buffer[] {
  const texts = secret.split('|').map((one) => one.trim())
  const secrets = texts.map((one) => Buffer.from(one.replace(/^v1,whsec_/, ''), 'base64'))
  const isUsable = secrets.every(
    ({ length }, at) => texts[at]?.startsWith('v1,whsec_') && length >= SHORTEST_SECRET_BYTES,
  )
  if (!isUsable) {
    env.problem(
      `${variable}_SECRET must be v1,whsec_ and at least ${SHORTEST_SECRET_BYTES} bytes in base64`,
    )
  }

  return secrets
}
