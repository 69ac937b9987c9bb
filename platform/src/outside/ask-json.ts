import { storableJson } from '@app/contract/storable'
import { published } from './outside-calls.ts'
import { ProviderError } from './provider-error.ts'

const MAX_ANSWER_BYTES = 2 * 1024 * 1024

type Question = {
  provider: string
  url: string
  limitMs: number
  method?: string
  headers?: Record<string, string>
  body?: URLSearchParams | string
  /** Reads this provider's own error message. */
  wordsOf?: (body: unknown) => string
}

export type JsonAnswer = { status: number; headers: Headers; body: unknown }

/** Calls a third-party API and reads its JSON, all within the time limit. */
export const askJson = (question: Question): Promise<JsonAnswer> =>
  published(question.provider, () => ask(question))

async function ask(question: Question): Promise<JsonAnswer> {
  const { provider, url, limitMs, wordsOf, ...init } = question
  const failed = (what: string, details: { cause?: unknown; providerMessage?: string } = {}) =>
    new ProviderError(provider, 'unavailable', what, details)

  try {
    const response = await fetch(url, {
      ...init,
      // Secrets are sent only to the configured URL.
      redirect: 'error',
      signal: AbortSignal.timeout(limitMs),
    })
    const text = await readText(response)
    if (response.status >= 500) {
      const providerMessage = wordsOf?.(parse(text ?? '')) ?? ''
      throw failed(`answered ${response.status}`, providerMessage ? { providerMessage } : {})
    }
    if (text === undefined) throw failed('answered too much')
    const body = response.status === 204 ? null : parse(text)
    if (body === undefined) throw failed(`answered ${response.status} without JSON`)

    return { status: response.status, headers: response.headers, body }
  } catch (error) {
    if (error instanceof ProviderError) throw error
    const what = isTimeout(error) ? `gave no answer in ${limitMs} ms` : 'cannot be reached'
    throw failed(what, { cause: error })
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

/** Third parties' answers are stored in many places, so they are made storable here. The error is dropped, because JSON.parse quotes its input, which may contain a token. */
function parse(text: string): unknown {
  try {
    return JSON.parse(storableJson(text))
  } catch {
    return undefined
  }
}

const isTimeout = (error: unknown) => error instanceof Error && error.name === 'TimeoutError'
