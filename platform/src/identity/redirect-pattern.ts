/** A parsed URL without its fragment, as the parser spells it. */
export type Target = { scheme: string; hostname: string; port: string; rest: string }

type Pattern = (target: Target) => boolean

const SEPARATORS = './?#:@\\'
const WEB = ['http', 'https']
const LABELS = /^[a-z0-9_-]+(\.[a-z0-9_-]+)*$/

/**
 * One entry of AUTH_REDIRECT_ALLOW_LIST. Scheme, host, port and the rest are compared separately, so that no wildcard crosses their
 * boundaries.
 */
export function readPattern(text: string): Pattern {
  const [, named = '', authority = '', rest = ''] =
    /^([a-z*?][a-z0-9+.*?-]*):(?:\/\/([^/]*))?(.*)$/is.exec(text) ?? []
  if (named === '') return () => false

  const scheme = named.toLowerCase()
  const isScheme = readGlob(scheme, SEPARATORS)
  const isRest = readRest(rest)
  if (authority === '') {
    return (target) => isScheme(target.scheme) && target.hostname === '' && isRest(target.rest)
  }
  // A custom scheme belongs to one app: `myapp://**` matches every URL of it, as in hosted Supabase projects.
  if (authority === '**' && rest === '' && !/[*?]/.test(scheme) && !WEB.includes(scheme)) {
    return (target) => isScheme(target.scheme)
  }
  const [, host = '', port] = /^([^:@\\]*)(?::([\d*?]+))?$/.exec(authority.toLowerCase()) ?? []
  const isHost = readHost(host)
  const isPort = port === undefined ? isEmpty : readGlob(port, SEPARATORS)

  return (target) =>
    isScheme(target.scheme) && isHost(target.hostname) && isPort(target.port) && isRest(target.rest)
}

const isEmpty: Glob = (text) => text === ''

/** `**` matches one or more whole labels; next to other characters it stays within a label, like `*`. */
function readHost(host: string): Glob {
  const labels = host
    .split('.')
    .map((label) => (label === '**' ? label : label.replace(/\*+/g, '*')))
  const matches = readGlob(labels.join('.'), SEPARATORS)

  return (hostname) => LABELS.test(hostname) && matches(hostname)
}

/** A question mark may begin an entry's query, so the literal text is accepted too. */
function readRest(rest: string): Glob {
  const matches = readGlob(rest, SEPARATORS)

  return (text) => text === rest || matches(text)
}

type Step =
  | { kind: 'one'; not: string }
  | { kind: 'many'; not: string }
  | { kind: 'text'; is: string }

type Glob = (text: string) => boolean

/**
 * `*` matches any number of characters except separators, `**` any characters, `?` one character except separators. Its time is linear in
 * text and pattern for every input.
 */
function readGlob(pattern: string, separators: string): Glob {
  const steps = (pattern.match(/\*\*|[\s\S]/g) ?? []).map((part): Step => {
    if (part === '**') return { kind: 'many', not: '' }
    if (part === '*') return { kind: 'many', not: separators }
    return part === '?' ? { kind: 'one', not: separators } : { kind: 'text', is: part }
  })

  return (text) => {
    // All positions in the pattern that the text read so far may have reached.
    let reached = skipping(steps, new Set([0]))
    for (const character of text) {
      reached = skipping(steps, after(steps, reached, character))
      if (reached.size === 0) return false
    }
    return reached.has(steps.length)
  }
}

function after(steps: readonly Step[], reached: ReadonlySet<number>, character: string) {
  const next = new Set<number>()
  for (const position of reached) {
    const step = steps[position]
    if (!step) continue
    const fits = step.kind === 'text' ? step.is === character : !step.not.includes(character)
    if (fits) next.add(step.kind === 'many' ? position : position + 1)
  }
  return next
}

/** A star may match nothing. The set grows during iteration, so that consecutive stars are skipped too. */
function skipping(steps: readonly Step[], reached: Set<number>): Set<number> {
  for (const position of reached) {
    if (steps[position]?.kind === 'many') reached.add(position + 1)
  }
  return reached
}
