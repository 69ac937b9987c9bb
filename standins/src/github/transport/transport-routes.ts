import { createHash } from 'node:crypto'
import { deflateSync, gunzipSync } from 'node:zlib'
import { type Context, Hono } from 'hono'
import { banded, FLUSH, packetLine, readLines } from '#formats/packet-lines.ts'
import { PACKED_TYPES } from '#formats/read-pack.ts'
import {
  type Opened,
  openRepository,
  READ_CODE,
  WRITE_CODE,
} from '#github/access/open-repository.ts'
import type { ApiEnv } from '#github/api/api-env.ts'
import { identifyCredential } from '#github/api/credentials.ts'
import { badCredentials, Refusal } from '#github/api/errors.ts'
import type { Git } from '#github/git/git.ts'
import type { GithubNeeds } from '#github/memory/memory.ts'
import type { Repository } from '#github/repositories/repository.ts'
import { reachableFrom } from './quarantine.ts'
import { receivePack } from './receive-pack.ts'

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

const NAMED = /^(want|have) ([0-9a-f]{40})/

/**
 * Handles fetch and clone. Git sends wants and, in several calls, haves; after `done` it gets the missing
 * objects. Each call repeats everything, so no state is kept between them.
 */
function uploadPack(git: Git, body: Buffer): Buffer {
  const { lines } = readLines(body)
  const said = lines.flatMap((line) => [...(NAMED.exec(line ?? '')?.slice(1) ?? [])])
  const named = (word: string) => said.filter((_, i) => i % 2 === 1 && said[i - 1] === word)
  const wants = named('want')
  const common = named('have').filter((sha) => git.objects.read(sha) !== undefined)
  const isDone = lines.some((line) => line?.trim() === 'done')
  const [first] = common
  const answer = packetLine(first === undefined ? 'NAK\n' : `ACK ${first}\n`)
  if (!isDone) return answer

  const pack = writePack(git, reachableFrom(git, wants, reachableFrom(git, common)))
  return Buffer.concat([answer, banded(pack), FLUSH])
}

const SERVICES = ['git-upload-pack', 'git-receive-pack'] as const
type Service = (typeof SERVICES)[number]

const NOTHING = '0'.repeat(40)
const CAPABILITIES: Record<Service, string> = {
  'git-upload-pack': 'side-band-64k ofs-delta',
  'git-receive-pack': 'report-status delete-refs side-band-64k ofs-delta',
}

/** Refs and capabilities: git's first request. */
function advertise(service: Service, { defaultBranch }: Repository, git: Git): Buffer {
  const head = git.refs.get(`refs/heads/${defaultBranch}`)
  const isReading = service === 'git-upload-pack'
  const capabilities = `${CAPABILITIES[service]}${isReading ? ` symref=HEAD:refs/heads/${defaultBranch}` : ''}`
  const refs = [...(isReading && head ? [{ name: 'HEAD', sha: head }] : []), ...git.refs.all()]
  const [first = { name: 'capabilities^{}', sha: NOTHING }, ...others] = refs

  return Buffer.concat([
    packetLine(`# service=${service}\n`),
    FLUSH,
    packetLine(`${first.sha} ${first.name}\0${capabilities} agent=gitferry-standin\n`),
    ...others.map(({ name, sha }) => packetLine(`${sha} ${name}\n`)),
    FLUSH,
  ])
}

const VERSION = 2

/** A pack without deltas: stand-in repositories are small. */
function writePack(git: Git, shas: Iterable<string>): Buffer {
  const entries = [...shas].flatMap((sha) => {
    const object = git.objects.read(sha)
    if (!object) return []
    const type = PACKED_TYPES.indexOf(object.type)
    return [entryHead(type, object.content.length), deflateSync(object.content)]
  })
  const head = Buffer.alloc(12)
  head.write('PACK')
  head.writeUInt32BE(VERSION, 4)
  head.writeUInt32BE(entries.length / 2, 8)
  const pack = Buffer.concat([head, ...entries])

  return Buffer.concat([pack, createHash('sha1').update(pack).digest()])
}

/** Three bits of type and four of size, then seven bits of size per byte. */
function entryHead(type: number, size: number): Buffer {
  const bytes = [(type << 4) | (size & 0x0f)]
  for (let left = Math.floor(size / 16); left > 0; left = Math.floor(left / 128)) {
    bytes.push((bytes.pop() ?? 0) | 0x80, left & 0x7f)
  }

  return Buffer.from(bytes)
}
