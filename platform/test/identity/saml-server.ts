import { generateKeyPairSync, randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inflateRawSync } from 'node:zlib'
// Loaded before any request: on a busy machine its many files take longer than a request may.
import '@node-saml/node-saml'
import type { SessionJson } from '@app/contract/identity'
import { startSaml } from '@app/standins/saml'
import type { Environment } from '#config/environment.ts'
import type { SsoProviderJson } from '#identity/sso/provider-json.ts'
import { startAuth, startAuthOn } from '#test/auth-server.ts'
import type { AtEnd } from '#test/fresh-database.ts'
import { recycledDatabase } from '#test/recycled-database.ts'
import { startTestServer } from '#test/test-server.ts'
import { ok, stillClock } from './factors-server.ts'

const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
const SETTINGS = {
  AUTH_SAML_ENABLED: 'true',
  AUTH_SAML_PRIVATE_KEY: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  AUTH_RATE_LIMIT_FACTOR: '0',
  AUTH_AUTOCONFIRM: 'true',
}

/** Lies of a response, and whose key signs it. */
export type Lies = { otherKey?: boolean; lies?: Record<string, unknown> }

/** The identity service beside a company's provider, for all tests of a file. */
export const startSharedSaml =
  (env: Environment = {}) =>
  async (atEnd: AtEnd) => {
    const clock = stillClock()
    const auth = await startAuthOn((started) => startTestServer({ ...started, atEnd }), {
      clock,
      db: await recycledDatabase(clock, atEnd),
      env: { ...SETTINGS, ...env },
    })
    const idp = await openIdp(atEnd)
    const provider = await addProvider(auth, idp, { domains: [idp.domain] })

    return {
      ...withSaml(auth, idp, clock),
      provider,
      /** A second server over the same database. */
      another: (more: Environment = {}) =>
        startAuth({
          db: auth.db,
          clock,
          env: { ...SETTINGS, ...env, SITE_URL: auth.config.siteUrl, ...more },
        }).then((other) => withSaml(other, idp, clock)),
    }
  }

type Auth = Awaited<ReturnType<typeof startAuth>>
type Idp = Awaited<ReturnType<typeof openIdp>>

function withSaml(auth: Auth, idp: Idp, clock: ReturnType<typeof stillClock>) {
  const begin = async (body: Record<string, unknown> = {}) => {
    const sent = await auth.post<{ url: string }>('/sso', {
      domain: idp.domain,
      skip_http_redirect: true,
      ...body,
    })
    return flowOf(ok(sent).url, sent.headers.getSetCookie())
  }
  const respond = (person: string, requestId: string | null, { otherKey, lies }: Lies = {}) =>
    idp.respond({
      person,
      acsUrl: `${auth.config.apiUrl}/auth/v1/sso/saml/acs`,
      audience: `${auth.config.apiUrl}/auth/v1/sso/saml/metadata`,
      now: clock.now().getTime(),
      ...(requestId !== null && { requestId }),
      ...(otherKey && { otherKey }),
      ...(lies && { lies }),
    })
  const post = async (xml: string, relayState: string) =>
    arrival(
      await fetch(`${auth.base}/sso/saml/acs`, {
        method: 'POST',
        body: new URLSearchParams({
          SAMLResponse: Buffer.from(xml).toString('base64'),
          RelayState: relayState,
        }),
        redirect: 'manual',
      }),
    )
  const finish = async (place: string, cookie: string) =>
    arrival(await fetch(place, { redirect: 'manual', headers: { cookie } }))
  /** Posts the response, and follows to the end as the browser that began. */
  const complete = async (
    xml: string,
    { relayState, cookie }: Pick<Flow, 'relayState' | 'cookie'>,
  ) => {
    const posted = await post(xml, relayState)
    return posted.url.includes('/sso/saml/finish') ? finish(posted.url, cookie) : posted
  }

  return {
    ...auth,
    idp,
    now: clock.now,
    forward: clock.forward,
    begin,
    respond,
    postResponse: post,
    finish,
    complete,
    /** A whole sign-in of a new employee, or of a known one; every part of it may lie. */
    async signIn({ person, body, change, ...lies }: SignIn = {}) {
      const email = person ?? (await idp.hire())
      const flow = await begin(body)
      const xml = await respond(email, flow.requestId, lies)
      return { email, ...(await complete(change?.(xml) ?? xml, flow)) }
    },
    userOf: async (token: string) =>
      ok(await auth.call<SessionJson['user']>('/user', { as: token })),
  }
}

export type SamlServer = ReturnType<typeof withSaml>

type SignIn = Lies & {
  person?: string
  body?: Record<string, unknown>
  change?: (xml: string) => string
}

type Flow = { url: string; requestId: string; relayState: string; cookie: string }

export function flowOf(url: string, cookies: readonly string[]): Flow {
  const { searchParams } = new URL(url)
  const request = inflateRawSync(Buffer.from(searchParams.get('SAMLRequest') ?? '', 'base64'))

  return {
    url,
    requestId: / ID="([^"]+)"/.exec(String(request))?.[1] ?? '',
    relayState: searchParams.get('RelayState') ?? '',
    cookie: cookies.map((one) => one.split(';')[0]).join('; '),
  }
}

function arrival({ status, headers }: Response) {
  const url = headers.get('location') ?? ''
  const { searchParams, hash } = URL.canParse(url) ? new URL(url) : new URL('none:')
  const fragment = new URLSearchParams(hash.slice(1))

  return {
    status,
    url,
    error: searchParams.get('error_code'),
    description: searchParams.get('error_description'),
    code: searchParams.get('code'),
    token: fragment.get('access_token') ?? '',
    refreshToken: fragment.get('refresh_token') ?? '',
  }
}

async function openIdp(atEnd: AtEnd) {
  const dataDir = await mkdtemp(join(tmpdir(), 'gitferry-saml-'))
  atEnd(() => rm(dataDir, { recursive: true, force: true }))
  const { url, entityId, close } = await startSaml({ dataDir })
  atEnd(close)
  const domain = `company-${randomUUID()}.test`
  const control = async (path: string, body: object) => {
    const sent = await fetch(`${url}/_control/${path}`, {
      method: 'POST',
      headers: { 'x-standin-control': '1' },
      body: JSON.stringify(body),
    })
    if (!sent.ok) throw new Error(`${path}: ${sent.status} ${await sent.text()}`)
    return sent
  }

  return {
    url,
    entityId,
    domain,
    metadata: async () => (await fetch(`${url}/metadata`)).text(),
    rotate: () => control('keys', {}),
    respond: async (asked: object) =>
      ((await (await control('responses', asked)).json()) as { xml: string }).xml,
    /** A new employee. */
    async hire(email = `${randomUUID()}@${domain}`) {
      await control('seed', { people: [{ email, name: 'Ada Berg', department: 'Sales' }] })
      return email
    },
  }
}

/** Registers the company's provider; with another entity id it is a provider of its own. */
export async function addProvider(
  auth: Pick<Auth, 'admin'>,
  idp: Idp,
  { entityId = idp.entityId, ...more }: Record<string, unknown> = {},
): Promise<SsoProviderJson> {
  const metadata_xml = (await idp.metadata()).replace(idp.entityId, String(entityId))
  const { status, body } = await auth.admin<SsoProviderJson>('/admin/sso/providers', {
    method: 'POST',
    body: { type: 'saml', metadata_xml, ...more },
  })
  if (status !== 201) throw new Error(`${status} ${JSON.stringify(body)}`)

  return body
}
