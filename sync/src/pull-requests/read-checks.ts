import { textAt, valueAt } from '#host/answer.ts'

export type CheckState = 'waiting' | 'passed' | 'failed'
export type Check = { name: string; state: CheckState; url: string | null }

export type Checks = {
  /** `none` without checks; a failed one outweighs running ones. */
  state: CheckState | 'none'
  /** Failed ones first, then running ones. */
  list: Check[]
  /** GitHub has more than were read. */
  isWhole: boolean
}

const ORDER: readonly CheckState[] = ['failed', 'waiting', 'passed']
/** Other programs choose the names. */
const MOST_CHARACTERS = 200

/** Check runs, and the older statuses, of one commit. */
export function checksIn(
  runs: readonly unknown[],
  statuses: readonly unknown[],
  isWhole: boolean,
): Checks {
  const list = [...runs.map(checkRun), ...statuses.map(commitStatus)].sort(
    (a, b) => ORDER.indexOf(a.state) - ORDER.indexOf(b.state) || (a.name < b.name ? -1 : 1),
  )

  return { state: list[0]?.state ?? 'none', list, isWhole }
}

const PASSED = ['success', 'neutral', 'skipped']

function checkRun(line: unknown): Check {
  const isEnded = valueAt(line, 'status') === 'completed'
  const isPassed = PASSED.includes(String(valueAt(line, 'conclusion')))

  return {
    name: nameOf(textAt(line, 'name')),
    state: isEnded ? (isPassed ? 'passed' : 'failed') : 'waiting',
    url: addressIn(valueAt(line, 'html_url')),
  }
}

function commitStatus(line: unknown): Check {
  const state = textAt(line, 'state')

  return {
    name: nameOf(textAt(line, 'context')),
    state: state === 'pending' ? 'waiting' : state === 'success' ? 'passed' : 'failed',
    url: addressIn(valueAt(line, 'target_url')),
  }
}

const nameOf = (text: string): string => [...text].slice(0, MOST_CHARACTERS).join('')

/** The reporter of a status chooses its URL, so only web URLs are accepted. */
const addressIn = (value: unknown): string | null =>
  typeof value === 'string' && /^https?:\/\//i.test(value) ? value : null
