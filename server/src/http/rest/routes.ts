import { Hono, type Context as HonoContext } from 'hono'
import type { RequestContext } from '#http/frame/context.ts'
import type { Log } from '#log/log.ts'
import { answerRequest } from './answer-request.ts'
import type { RestNeeds } from './context.ts'
import { corsHeaders, preflightAnswer } from './cors.ts'
import { failureAnswer } from './failures.ts'
import type { Answer, RestRequest } from './rest-request.ts'

type Needs = RestNeeds & { log: Log; mountedAt: string }

/** The data API. Every address and method is its own to judge. */
export function restRoutes(needs: Needs) {
  const answer = async (request: RestRequest): Promise<Answer> => {
    try {
      return await answerRequest(needs, request)
    } catch (error) {
      return failureAnswer(error, needs.log)
    }
  }

  return new Hono<RequestContext>().all('*', async (c) => {
    const request = restRequest(c, needs.mountedAt)
    const found = preflightAnswer(request) ?? (await answer(request))

    return respond(request, found)
  })
}

function restRequest(c: HonoContext<RequestContext>, mountedAt: string): RestRequest {
  const { incoming } = c.env
  const address = readAddress(incoming.url ?? '/')
  const question = address.indexOf('?')
  const path = question === -1 ? address : address.slice(0, question)

  return {
    method: c.req.method,
    path: path.slice(mountedAt.length) || '/',
    queryString: question === -1 ? '' : address.slice(question + 1),
    header: (name) => c.req.header(name),
    headers: () => ({ ...c.req.header() }),
    body: async () => Buffer.from(await c.req.arrayBuffer()),
  }
}

/** Node reads the address byte by byte; people also send UTF-8 in it without encoding it. */
const readAddress = (url: string): string =>
  // biome-ignore lint/suspicious/noControlCharactersInRegex: everything beyond ASCII is meant.
  /^[\x00-\x7f]*$/.test(url) ? url : Buffer.from(url, 'latin1').toString('utf8')

function respond(request: RestRequest, { status, headers, body }: Answer): Response {
  const all: [string, string][] = [
    ...headers,
    ...corsHeaders(request).filter(([name]) => !headers.some(([other]) => other === name)),
    ['vary', 'Accept, Prefer, Range'],
  ]
  const isBodiless = request.method === 'HEAD' || status === 204 || status === 304

  return new Response(isBodiless ? null : (body ?? ''), { status, headers: all })
}
