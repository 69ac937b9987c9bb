import { ProviderError } from './provider-error.ts'

const MAX_ANSWER_BYTES = 2 * 1024 * 1024

type Question = {
  provider: string
  url: string
  limitMs: number
  method?: string
  headers?: Record<string, string>
  body?: URLSearchParams | string
}

export type JsonAnswer = { status: number; headers: Headers; body: unknown }

/** Calls a provider and reads the answer's JSON, within the time limit. */
export async function askJson({ provider, url, limitMs, ...init }: Question): Promise<JsonAnswer> {
  const failed = (what: string, cause?: unknown) =>
    new ProviderError(provider, 'unavailable', what, { cause })

  try {
    const response = await fetch(url, {
      ...init,
      // Secrets are sent to the configured address only.
      redirect: 'error',
      signal: AbortSignal.timeout(limitMs),
    })
    const text = await readText(response)
    if (response.status >= 500) throw failed(`answered ${response.status}`)
    if (text === undefined) throw failed('answered too much')
    const body = response.status === 204 ? null : parse(text)
    if (body === undefined) throw failed(`answered ${response.status} without JSON`)

    return { status: response.status, headers: response.headers, body }
  } catch (error) {
    if (error instanceof ProviderError) throw error
    throw failed(isTimeout(error) ? `gave no answer in ${limitMs} ms` : 'cannot be reached', error)
  }
}

async function readText(response: Response): Promise<string | undefined> {
  const decoder = new TextDecoder()
  let text = ''
  let bytes = 0

  for await (const chunk of response.body ?? []) {
    bytes += chunk.byteLength
    if (bytes > MAX_ANSWER_BYTES) return undefined
    text += decoder.decode(chunk, { stream: true })
  }
  return text + decoder.decode()
}

/** JSON.parse quotes its input in errors, which may be a token, so the error is dropped. */
function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const isTimeout = (error: unknown) => error instanceof Error && error.name === 'TimeoutError'
