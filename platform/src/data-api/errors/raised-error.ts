import { RestError } from './rest-error.ts'

type Raised = { message: string; detail: string | undefined }

/**
 * `raise sqlstate 'PGRST'` lets SQL choose the whole answer: the message is a JSON object with the
 * body, the detail one with status and headers.
 */
export function raisedError({ message, detail }: Raised, cause: unknown): RestError {
  const body = objectIn(message)
  if (!body || typeof body.code !== 'string' || typeof body.message !== 'string') {
    return notUsable(`Invalid JSON value for MESSAGE: '${message}'`, MESSAGE_HINT)
  }
  if (detail === undefined)
    return notUsable('DETAIL is missing in the RAISE statement', DETAIL_HINT)
  const answer = objectIn(detail)
  const headers = answer && headersIn(answer.headers)
  if (!answer || !headers || !isStatus(answer.status)) {
    return notUsable(`Invalid JSON value for DETAIL: '${detail}'`, DETAIL_HINT)
  }

  return new RestError(answer.status, body.code, body.message, {
    details: textOrNull(body.details),
    hint: textOrNull(body.hint),
    headers,
    cause,
  })
}

const MESSAGE_HINT =
  "MESSAGE must be a JSON object with obligatory keys: 'code', 'message' and optional keys: 'details', 'hint'."
const DETAIL_HINT =
  "DETAIL must be a JSON object with obligatory keys: 'status', 'headers' and optional key: 'status_text'."

const notUsable = (details: string, hint: string) =>
  new RestError(500, 'PGRST121', `Could not parse JSON in the "RAISE SQLSTATE 'PGRST'" error`, {
    details,
    hint,
  })

function objectIn(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text)
    return isObject(value) ? value : null
  } catch {
    return null
  }
}

function headersIn(value: unknown): Record<string, string> | null {
  if (!isObject(value)) return null
  const pairs = Object.entries(value).filter(
    (pair): pair is [string, string] => typeof pair[1] === 'string',
  )

  return pairs.length === Object.keys(value).length ? Object.fromEntries(pairs) : null
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const isStatus = (value: unknown): value is number =>
  typeof value === 'number' && Number.isInteger(value) && value >= 200 && value <= 599

const textOrNull = (value: unknown): string | null => (typeof value === 'string' ? value : null)
