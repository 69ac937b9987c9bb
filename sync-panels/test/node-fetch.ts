import { request } from 'node:http'
import { ReadableStream } from 'node:stream/web'

type Init = {
  method?: string
  headers?: Record<string, string>
  body?: string | Blob | URLSearchParams
  signal?: AbortSignal
  redirect?: 'follow' | 'manual'
}

/** As a program fetches, and no page: the page of a test has a fetch of its own that sends an origin. */
export async function nodeFetch(address: string, init: Init = {}): Promise<Response> {
  const response = await fetchOnce(address, init)
  const next = response.status === 301 ? response.headers.get('location') : null

  return next && init.redirect === 'follow' ? nodeFetch(next, init) : response
}

const fetchOnce = (address: string, { method = 'GET', headers, body, signal }: Init) =>
  new Promise<Response>((resolve, reject) => {
    const isForm = body instanceof URLSearchParams
    const type = isForm ? { 'content-type': 'application/x-www-form-urlencoded' } : {}
    const sent = request(
      address,
      { method, headers: { 'user-agent': 'panels', ...type, ...headers } },
      (answer) => {
        const parts: Buffer[] = []
        answer.on('data', (part: Buffer) => parts.push(part))
        answer.on('error', reject)
        answer.on('end', () => {
          const status = answer.statusCode ?? 0
          const bytes = Uint8Array.from(Buffer.concat(parts))
          const fields = new Map(
            Object.entries(answer.headers).map(([name, value]) => [name, String(value)]),
          )
          const text = async () => Buffer.from(bytes).toString()
          resolve({
            status,
            ok: status >= 200 && status < 300,
            headers: { get: (name: string) => fields.get(name.toLowerCase()) ?? null },
            body: ReadableStream.from([bytes]),
            arrayBuffer: async () => bytes.buffer,
            text,
            json: async () => JSON.parse(await text()),
          } as unknown as Response)
        })
      },
    )
    const abort = () => sent.destroy(new Error('aborted'))
    if (signal?.aborted) abort()
    signal?.addEventListener('abort', abort)
    sent.on('error', reject)
    if (body instanceof Blob)
      body.arrayBuffer().then((bytes) => sent.end(Buffer.from(bytes)), reject)
    else sent.end(isForm ? body.toString() : body)
  })
