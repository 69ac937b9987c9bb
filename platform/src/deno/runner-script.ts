/** Headers between the host and the runner, which never reach a client or a function. */
export const ADDRESS_HEADER = 'x-platform-address'
export const FAILED_HEADER = 'x-platform-failed'

/**
 * What Deno runs: it loads the function, and passes it the requests of the host from a socket. The line with the token tells the host that
 * it takes requests.
 */
export const RUNNER = `
const [entry, socket, token] = Deno.args
const listen = Deno.serve
let handler = null

// The host has ended: nobody would stop this process any more.
const orphaned = async () => {
  for await (const _ of Deno.stdin.readable);
  Deno.exit(0)
}
void orphaned()

const take = (...given) => {
  const options = given.find((one) => typeof one === 'object' && one !== null)
  handler = given.find((one) => typeof one === 'function') ?? options?.handler ?? null
  const never = new Promise(() => {})
  return { finished: never, addr: { transport: 'tcp', hostname: '127.0.0.1', port: 0 },
    shutdown: async () => {}, ref() {}, unref() {}, [Symbol.asyncDispose]: async () => {} }
}
Object.defineProperty(Deno, 'serve', { value: take, writable: true, configurable: true })
globalThis.platformServe = take
globalThis.EdgeRuntime = { waitUntil: (work) => void Promise.resolve(work).catch(console.error) }

const module = await import(entry)
if (!handler && typeof module.default?.fetch === 'function') {
  handler = (request) => module.default.fetch(request)
}
if (!handler) {
  console.error('The function does not call Deno.serve.')
  Deno.exit(1)
}

const answer = async (incoming) => {
  const headers = new Headers(incoming.headers)
  const address = headers.get('${ADDRESS_HEADER}')
  headers.delete('${ADDRESS_HEADER}')
  const { method, body } = incoming
  try {
    const request = new Request(address, { method, headers, body, duplex: 'half' })
    const response = await handler(request, { remoteAddr: { transport: 'tcp', hostname: '127.0.0.1', port: 0 } })
    if (response instanceof Response) return response
    throw new TypeError('The function did not answer with a Response.')
  } catch (error) {
    console.error(error)
    return new Response(null, { status: 500, headers: { '${FAILED_HEADER}': '1' } })
  }
}
const keepRunning = (event) => {
  event.preventDefault()
  console.error(event.reason)
}
const onListen = () => {
  globalThis.addEventListener('unhandledrejection', keepRunning)
  Deno.stdout.writeSync(new TextEncoder().encode('\\n' + token + '\\n'))
}
listen({ path: socket, onListen }, answer)
`

/** `serve` of the old standard library. */
export const OLD_SERVE_SHIM = `
export const serve = (handler, options) => globalThis.platformServe(options ?? {}, handler).finished
export const serveListener = () => { throw new Error('serveListener is not available in a function.') }
`
