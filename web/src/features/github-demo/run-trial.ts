import { maskSecrets } from '#api/errors/mask-secrets.ts'
import { authorizedFetch } from '#api/session/authorized-fetch.ts'
import { headersOf, type TrialRequest } from './trials.ts'

export type TrialResult = {
  request: TrialRequest
  status: number
  statusText: string
  isGood: boolean
  durationMs: number
  /** As JSON with masked secrets, or unchanged. */
  answer: string
}

const MOST_CHARACTERS = 6000

export async function runTrial(request: TrialRequest): Promise<TrialResult> {
  const began = performance.now()
  const send = request.token ? fetch : authorizedFetch
  const answer = await send(request.url, { headers: headersOf(request), cache: 'no-cache' })
  const text = await answer.text()

  return {
    request,
    status: answer.status,
    statusText: answer.statusText,
    isGood: answer.ok,
    durationMs: performance.now() - began,
    answer: shortened(readable(text)),
  }
}

function readable(text: string): string {
  try {
    return JSON.stringify(maskSecrets(JSON.parse(text)), null, 2)
  } catch {
    return text
  }
}

const shortened = (text: string) =>
  text.length > MOST_CHARACTERS ? `${text.slice(0, MOST_CHARACTERS)}\n…` : text
