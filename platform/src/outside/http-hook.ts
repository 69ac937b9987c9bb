import { createHmac, randomUUID } from 'node:crypto'
import { published } from './outside-calls.ts'

export type HttpHook = { url: string; secrets: readonly Buffer[] }

/** A hook that gave no usable answer. The message contains nothing that was sent or received. */
export class HookFailure extends Error {
  override readonly name = 'HookFailure'
  readonly reason: 'slow' | 'too_large' | 'broken'

  constructor(reason: HookFailure['reason'], message: string, options?: ErrorOptions) {
    super(message, options)
    this.reason = reason
  }
}

/** In all, from the connection to the last byte. */
export const HOOK_LIMIT_MS = 5_000
export const MOST_HOOK_BYTES = 200 * 1024

/** Sends a signed message, as the Standard Webhooks have it, and reads the JSON of its answer; null for none. */
export async function askHttpHook({ url, secrets }: HttpHook, payload: object): Promise<unknown> {
  const body = JSON.stringify(payload)

  try {
    const { status, text } = await published('auth-hook', async () => {
      const response = await fetch(url, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...signatureHeaders(secrets, body) },
        body,
        // The payload is for the configured address only.
        redirect: 'error',
        signal: AbortSignal.timeout(HOOK_LIMIT_MS),
      })
      return { status: response.status, text: await readText(response) }
    })
    if (status === 204) return null
    if (status !== 200 && status !== 202) throw new HookFailure('broken', `it answered ${status}`)
    return JSON.parse(text)
  } catch (cause) {
    throw asFailure(cause)
  }
}

function signatureHeaders(secrets: readonly Buffer[], body: string): Record<string, string> {
  const id = `msg_${randomUUID()}`
  // The receiver compares it with its own clock, so a moved one does not count.
  const timestamp = String(Math.floor(Date.now() / 1000))
  const signed = `${id}.${timestamp}.${body}`
  const signatures = secrets.map(
    (secret) => `v1,${createHmac('sha256', secret).update(signed).digest('base64')}`,
  )

  return {
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': signatures.join(' '),
  }
}

async function readText(response: Response): Promise<string> {
  const chunks: Uint8Array[] = []
  let bytes = 0

  for await (const chunk of response.body ?? []) {
    bytes += chunk.byteLength
    if (bytes > MOST_HOOK_BYTES) throw new HookFailure('too_large', 'it answered too much')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

/** The cause of a parser's error would quote the answer. */
function asFailure(cause: unknown): HookFailure {
  if (cause instanceof HookFailure) return cause
  if (cause instanceof SyntaxError) return new HookFailure('broken', 'it answered without JSON')
  const isLate =
    cause instanceof Error && (cause.name === 'TimeoutError' || cause.name === 'AbortError')

  return isLate
    ? new HookFailure('slow', 'it gave no answer in time')
    : new HookFailure('broken', 'it cannot be reached', { cause })
}
