import type { SessionJson } from '@app/contract/identity'
import type { CreationOptionsJson, PasskeyJson, RequestOptionsJson } from '@app/contract/webauthn'
// Loaded before any request: on a busy machine its many files take longer than a request may.
import '@simplewebauthn/server'
import type { Environment } from '#config/environment.ts'
import { type Answer, type AuthOptions, startAuth, startAuthOn } from '#test/auth-server.ts'
import type { AtEnd } from '#test/fresh-database.ts'
import { recycledDatabase } from '#test/recycled-database.ts'
import { startTestServer } from '#test/test-server.ts'
import { type FactorsServer, ok, startFactorsOn } from './factors-server.ts'
import { type Said, type SoftAuthenticator, softAuthenticator } from './soft-authenticator.ts'

/** As the official client's own tests have it. */
const SITE = {
  AUTH_WEBAUTHN_RP_ID: 'localhost',
  AUTH_WEBAUTHN_ORIGINS: 'http://localhost:5173',
}

type Asked<Options> = { challenge_id: string; options: Options; expires_at: number }
type Credential = object

/** The identity service with passkeys, with a clock that only tests move. */
export const startPasskeys = ({ env = {}, ...options }: AuthOptions = {}) =>
  startFactorsOn(startAuth, { ...options, env: { ...SITE, ...env } }).then(withPasskeys)

/** The same for all tests of a file, without mails. */
export const startSharedPasskeys = (env: Environment) => (atEnd: AtEnd) =>
  startFactorsOn(
    async (options) =>
      startAuthOn((started) => startTestServer({ ...started, atEnd }), {
        ...options,
        db: await recycledDatabase(options.clock, atEnd),
      }),
    { env: { ...SITE, ...env } },
  ).then(withPasskeys)

function withPasskeys(server: FactorsServer) {
  const { post, call } = server

  const askToSignIn = async () =>
    ok(await post<Asked<RequestOptionsJson>>('/passkeys/authentication/options', {}))
  const askToRegister = async (as: string) =>
    ok(await post<Asked<CreationOptionsJson>>('/passkeys/registration/options', undefined, { as }))
  const answerSignIn = (challenge_id: string, credential: Credential) =>
    post<SessionJson>('/passkeys/authentication/verify', { challenge_id, credential })
  const answerRegistration = (as: string, challenge_id: string, credential: Credential) =>
    post<PasskeyJson>('/passkeys/registration/verify', { challenge_id, credential }, { as })

  return {
    ...server,
    askToSignIn,
    askToRegister,
    answerSignIn,
    answerRegistration,

    /** Registers the authenticator, which may lie. */
    async register(as: string, key: SoftAuthenticator, lies?: Said) {
      const { challenge_id, options } = await askToRegister(as)
      return answerRegistration(as, challenge_id, key.create(options, lies))
    },
    /** Signs in with the authenticator, which may lie. */
    async signInWith(key: SoftAuthenticator, lies?: Said): Promise<Answer<SessionJson>> {
      const { challenge_id, options } = await askToSignIn()
      return answerSignIn(challenge_id, key.get(options, lies))
    },
    passkeysOf: async (as: string) => (await call<PasskeyJson[]>('/passkeys', { as })).body,
    remove: (as: string, id: string) => call(`/passkeys/${id}`, { method: 'DELETE', as }),
  }
}

export type PasskeysServer = Awaited<ReturnType<typeof startPasskeys>>

/** A member with one passkey. */
export async function memberWithPasskey(server: PasskeysServer, usually?: Said) {
  const key = softAuthenticator(usually)
  const member = await server.newMember()
  const { body: passkey, status } = await server.register(member.access_token, key)
  if (status !== 200) throw new Error(`${status} ${JSON.stringify(passkey)}`)

  return { key, passkey, token: member.access_token, ...member.user }
}

/** The audit entries of one user and one action. */
export async function auditOf({ sql }: PasskeysServer, userId: string, action: string) {
  const rows = await sql<{ traits: object }>(
    `select payload -> 'traits' as traits from auth.audit_log_entries
      where payload ->> 'action' = $1 and payload ->> 'actor_id' = $2 order by created_at, id`,
    [action, userId],
  )

  return rows.map(({ traits }) => traits)
}
