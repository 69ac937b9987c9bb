import { gunzipSync } from 'node:zlib'
import { type Context, Hono } from 'hono'
import { type Opened, openRepository } from '#github/access/open-repository.ts'
import { READ_CODE, WRITE_CODE } from '#github/access/repository-rights.ts'
import type { ApiEnv } from '#github/api/api-env.ts'
import { identifyCredential } from '#github/api/credentials.ts'
import { badCredentials, Refusal } from '#github/api/errors.ts'
import type { GithubNeeds } from '#github/memory/needs.ts'
import { advertise, SERVICES, type Service } from './advertise.ts'
import { receivePack } from './receive-pack.ts'
import { uploadPack } from './upload-pack.ts'

const AT = '/:owner/:name'

/** Clone, fetch and push over git's protocol v0, which every git supports. */
export function transportRoutes(needs: GithubNeeds): Hono<ApiEnv> {
  const open = (c: Context<ApiEnv>, service: Service): Opened =>
    openRepository(needs, c, service === 'git-upload-pack' ? READ_CODE : WRITE_CODE)

  return new Hono<ApiEnv>()
    .onError(refuse)
    .get(`${AT}/info/refs`, async (c, next) => {
      const service = SERVICES.find((one) => one === c.req.query('service'))
      if (!service) return next()
      await identify(needs, c)
      const { repository, git } = open(c, service)
      return answer(c, `${service}-advertisement`, advertise(service, repository, git))
    })
    .post(`${AT}/git-upload-pack`, async (c) => {
      await identify(needs, c)
      const { git } = open(c, 'git-upload-pack')
      return answer(c, 'git-upload-pack-result', uploadPack(git, await bodyOf(needs, c)))
    })
    .post(`${AT}/git-receive-pack`, async (c) => {
      await identify(needs, c)
      const opened = open(c, 'git-receive-pack')
      const pusher = c.get('caller')?.person ?? null
      const report = await receivePack(needs, opened, pusher, await bodyOf(needs, c))
      return answer(c, 'git-receive-pack-result', report)
    })
}

const answer = (c: Context<ApiEnv>, type: string, bytes: Buffer) =>
  c.body(Uint8Array.from(bytes), 200, {
    'content-type': `application/x-${type}`,
    'cache-control': 'no-cache',
  })

/** The token is the password; the user name is ignored. */
async function identify(needs: GithubNeeds, c: Context<ApiEnv>): Promise<void> {
  const [, scheme = '', value = ''] =
    /^(\w+) +(.*)$/.exec(c.req.header('authorization') ?? '') ?? []
  const isBasic = scheme.toLowerCase() === 'basic'
  const pair = isBasic ? Buffer.from(value, 'base64').toString() : `:${value}`
  const token = scheme === '' ? undefined : pair.slice(pair.indexOf(':') + 1)
  const shown = await identifyCredential(needs, token)
  if (!shown) throw badCredentials()

  c.set('caller', shown.caller)
  c.set('bot', shown.bot)
  c.set('app', shown.app)
}

/** 401 to callers without credentials, so that git asks for a password. */
function refuse(error: Error, c: Context<ApiEnv>): Response {
  if (!(error instanceof Refusal)) throw error
  const isAnybody = !c.get('caller') && !c.get('bot')
  const status = isAnybody && error.status !== 301 ? 401 : error.status
  if (status === 401) c.header('www-authenticate', 'Basic realm="GitHub"')

  return c.text(`${error.status === 404 ? 'Repository not found.' : error.message}\n`, status)
}

async function bodyOf({ memory }: GithubNeeds, c: Context<ApiEnv>): Promise<Buffer> {
  const bytes = Buffer.from(await c.req.arrayBuffer())
  const maxOutputLength = memory.limits.state.pushBytes ?? undefined

  return c.req.header('content-encoding') === 'gzip'
    ? gunzipSync(bytes, { maxOutputLength })
    : bytes
}
