import { createHash, timingSafeEqual } from 'node:crypto'
import { Hono } from 'hono'
import type { RequestContext } from '#http/frame/context.ts'
import type { FramedRequest } from '#http/frame/framed-request.ts'
import type { Metrics } from '#log/metrics.ts'

/** Who may read the metrics: holders of the token, this machine, everybody who can connect, or nobody. */
export type Collectors = { token: string } | 'this machine' | 'everybody' | 'nobody'

/** Prometheus metrics; callers without the right get 404. */
export function metricsRoutes(metrics: Metrics, collectors: Collectors) {
  const mayCollect = judgeOf(collectors)

  return new Hono<RequestContext>().get('/metrics', async (c) => {
    if (!mayCollect(c.env.incoming)) return c.notFound()

    const { type, text } = await metrics.page()
    return c.body(text, 200, { 'content-type': type, 'cache-control': 'no-store' })
  })
}

function judgeOf(collectors: Collectors): (request: FramedRequest) => boolean {
  if (collectors === 'everybody') return () => true
  if (collectors === 'nobody') return () => false
  if (collectors === 'this machine') return isFromThisMachine
  const expected = digestOf(collectors.token)

  return ({ headers }) => {
    const sent = /^bearer +(\S+) *$/i.exec(headers.authorization ?? '')?.[1]

    return sent !== undefined && timingSafeEqual(digestOf(sent), expected)
  }
}

const digestOf = (text: string) => createHash('sha256').update(text).digest()

/**
 * Checks the socket's address. A proxy on this machine is local too, so requests with forwarding headers or a public host name are refused.
 */
function isFromThisMachine({ socket, headers }: FramedRequest): boolean {
  const isNear = /^(::ffff:)?127\.|^::1$/i.test(socket.remoteAddress ?? '')
  const isForwarded = Object.keys(headers).some((name) => FORWARDING.test(name))

  return isNear && !isForwarded && LOOPBACK_HOST.test(headers.host ?? '')
}

const FORWARDING = /^(x-forwarded-.*|forwarded|via|x-real-ip|x-client-ip|true-client-ip|cf-.*)$/
const LOOPBACK_HOST = /^(localhost|127(\.\d{1,3}){3}|\[::1\])(:\d+)?$/i
