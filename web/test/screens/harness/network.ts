type Sent = { url: () => string; method: () => string; postDataJSON: () => unknown }
type Answer = { request: () => Sent; status: () => number; url: () => string }
type Made = { status?: number; json?: unknown; headers?: Record<string, string> }

export type Route = {
  request: () => Sent
  fulfill: (made: Made) => void
  abort: () => void
  continue: () => void
}

type Handler = (route: Route) => unknown

const send = globalThis.fetch

/** The page's `fetch`: to the real server, except for what a test has routed elsewhere. */
export class Network {
  #routes: { pattern: string; handler: Handler }[] = []
  #watchers: ((sent: Sent) => void)[] = []
  #waiting: { matches: (answer: Answer) => boolean; resolve: (answer: Answer) => void }[] = []

  route(pattern: string, handler: Handler) {
    this.#routes.unshift({ pattern, handler })
  }

  unroute(pattern: string) {
    this.#routes = this.#routes.filter((route) => route.pattern !== pattern)
  }

  onRequest(watch: (sent: Sent) => void) {
    this.#watchers.push(watch)
  }

  waitForResponse(matches: (answer: Answer) => boolean): Promise<Answer> {
    return new Promise((resolve) => this.#waiting.push({ matches, resolve }))
  }

  readonly fetch: typeof fetch = async (input, init) => {
    const url = new URL(input instanceof Request ? input.url : input, location.href).href
    const sent: Sent = {
      url: () => url,
      method: () => init?.method ?? 'GET',
      postDataJSON: () => JSON.parse(String(init?.body)),
    }
    for (const watch of this.#watchers) watch(sent)

    const answer = await this.#answer(sent, () => send(url, init))
    this.#tell({ request: () => sent, status: () => answer.status, url: () => url })
    return answer
  }

  #answer(sent: Sent, pass: () => Promise<Response>): Promise<Response> {
    const routed = this.#routes.find(({ pattern }) => globOf(pattern).test(sent.url()))
    if (!routed) return pass()

    return new Promise((resolve, reject) => {
      routed.handler({
        request: () => sent,
        fulfill: ({ status = 200, json, headers = {} }) =>
          resolve(
            new Response(json === undefined ? null : JSON.stringify(json), {
              status,
              statusText: STATUS_TEXTS[status] ?? '',
              headers: { 'content-type': 'application/json', ...headers },
            }),
          ),
        abort: () => reject(new TypeError('Failed to fetch')),
        continue: () => pass().then(resolve, reject),
      })
    })
  }

  #tell(answer: Answer) {
    const met = this.#waiting.filter(({ matches }) => matches(answer))
    this.#waiting = this.#waiting.filter((one) => !met.includes(one))
    for (const { resolve } of met) resolve(answer)
  }
}

const STATUS_TEXTS: Partial<Record<number, string>> = { 503: 'Service Unavailable' }

/** `**` is anything, `*` anything within a part of the path. */
function globOf(pattern: string): RegExp {
  const parts = pattern.split(/(\*\*|\*)/).map((part) => {
    if (part === '**') return '.*'
    return part === '*' ? '[^/]*' : part.replace(/[.?+^$()[\]{}|\\]/g, '\\$&')
  })

  return new RegExp(`^${parts.join('')}$`)
}
