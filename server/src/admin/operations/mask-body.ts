const MASK = '•••'

/** The providers' own keywords. All other words may name a person, project or place. */
const KEPT_KEYS = new Set([
  'action',
  'billing_reason',
  'card_brand',
  'currency',
  'event_name',
  'interval',
  'mode',
  'pause_mode',
  'ref_type',
  'repository_selection',
  'status',
  'status_formatted',
  'target_type',
  'type',
])

/** Times, numbers, commits and ids. */
const KEPT_VALUES =
  /^(\d{4}-\d{2}-\d{2}(T[\d:.]+(Z|[+-]\d{2}:?\d{2})?)?|-?\d+(\.\d+)?|[0-9a-f]{40}|[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12})$/i

const ADDRESS = /^[^\s@]+@[^\s@]+$/

/** A webhook's body for admins: its structure and facts, without text about people. */
export function maskBody(body: string): string | null {
  if (body === '{}') return null

  try {
    return JSON.stringify(masked(JSON.parse(body), ''), null, 2)
  } catch {
    return MASK
  }
}

function masked(value: unknown, key: string): unknown {
  if (Array.isArray(value)) return value.map((item) => masked(item, key))
  if (typeof value === 'object' && value !== null) {
    return Object.fromEntries(
      Object.entries(value).map(([name, inner]) => [maskedKey(name), masked(inner, name)]),
    )
  }
  if (typeof value !== 'string' || value === '') return value
  if (ADDRESS.test(value)) return `${MASK}@${MASK}`

  return KEPT_KEYS.has(key) || KEPT_VALUES.test(value) ? value : MASK
}

/** Keys are the providers' own words, unless they contain unusual characters. */
const maskedKey = (name: string): string => (/^[a-z0-9_-]{1,60}$/i.test(name) ? name : MASK)

const SEALED = /^enc\d+\./

/** A job's payload in the form that admins may see. */
export const visiblePayload = (payload: object): string =>
  JSON.stringify(
    payload,
    (key: string, value: unknown) =>
      key === 'sealed' || (typeof value === 'string' && SEALED.test(value)) ? MASK : value,
    2,
  )
