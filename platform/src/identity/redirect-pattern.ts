import { type Glob, readGlob } from './glob.ts'

/** A parsed URL without its fragment, in the spelling of the parser. */
export type Target = { scheme: string; hostname: string; port: string; rest: string }

type Pattern = (target: Target) => boolean

const SEPARATORS = './?#:@\\'
const WEB = ['http', 'https']
const LABELS = /^[a-z0-9_-]+(\.[a-z0-9_-]+)*$/

/**
 * One entry of AUTH_REDIRECT_ALLOW_LIST. Scheme, host, port and the rest are compared separately, so that no wildcard
 * spans two of them.
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
  // A custom scheme belongs to one app: `myapp://**` matches all of it, as hosted Supabase projects do.
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

/** `**` matches one or more whole labels; next to other characters it stays within its label, as `*` does. */
function readHost(host: string): Glob {
  const labels = host
    .split('.')
    .map((label) => (label === '**' ? label : label.replace(/\*+/g, '*')))
  const matches = readGlob(labels.join('.'), SEPARATORS)

  return (hostname) => LABELS.test(hostname) && matches(hostname)
}

/** A question mark may begin an entry's query, so the literal text matches too. */
function readRest(rest: string): Glob {
  const matches = readGlob(rest, SEPARATORS)

  return (text) => text === rest || matches(text)
}
