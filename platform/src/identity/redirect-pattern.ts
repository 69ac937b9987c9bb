import { type Glob, readGlob } from './glob.ts'

/** A parsed address that is spelled as it is parsed, without its fragment. */
export type Target = { scheme: string; hostname: string; port: string; rest: string }

type Pattern = (target: Target) => boolean

const SEPARATORS = './?#:@\\'
const WEB = ['http', 'https']
const LABELS = /^[a-z0-9_-]+(\.[a-z0-9_-]+)*$/

/**
 * One entry of AUTH_REDIRECT_ALLOW_LIST. Scheme, host, port and the rest are compared each for itself,
 * so that no wildcard reaches from one into another.
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
  // An app's own scheme says whose it is: `myapp://**` is all of that app, as hosted projects have it.
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

/** `**` stands for one or more whole labels; beside other characters it stays in its label, as `*` does. */
function readHost(host: string): Glob {
  const labels = host
    .split('.')
    .map((label) => (label === '**' ? label : label.replace(/\*+/g, '*')))
  const matches = readGlob(labels.join('.'), SEPARATORS)

  return (hostname) => LABELS.test(hostname) && matches(hostname)
}

/** A query in an entry begins with a question mark, which then means itself. */
function readRest(rest: string): Glob {
  const matches = readGlob(rest, SEPARATORS)

  return (text) => text === rest || matches(text)
}
