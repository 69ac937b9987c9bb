import type { Product } from '#runtime/declaration.ts'
import { isLoopbackHost } from '#runtime/loopback.ts'

/**
 * Where a registered program may have its people sent back to. A loopback address without a port, such as
 * `http://127.0.0.1/callback`, stands for that path on every port of this machine, and at the product's own addresses.
 */
export type Callbacks = [string, ...string[]]

/** Fragments, credentials and extra parameters make another address of it, and that one is not registered. */
export function isRegistered(
  callbacks: Callbacks,
  asked: string,
  homes: readonly string[] = [],
): boolean {
  return callbacks.some(
    (one) => one === asked || (hasAnyPort(one) && isAtHome(asked, new URL(one).pathname, homes)),
  )
}

/** Where the product says it is, which need not be this machine as a browser sees it. */
export const homesOf = ({ url, apiUrl }: Product): string[] =>
  [url, apiUrl].filter((home) => home !== null)

/** The callback to use when a request names none, if one of them says all that is needed. */
export const fullCallback = (callbacks: Callbacks): string | undefined =>
  callbacks.find((one) => !hasAnyPort(one))

function isAtHome(asked: string, path: string, homes: readonly string[]): boolean {
  if (!URL.canParse(asked)) return false
  const { host } = new URL(asked)
  if (isLoopbackHost(host) && asked === `http://${host}${path}`) return true

  return homes.some((home) => asked === home + path)
}

export function hasAnyPort(callback: string): boolean {
  const { protocol, port, host } = new URL(callback)

  return protocol === 'http:' && port === '' && isLoopbackHost(host)
}

/** Pages with a form say where its answer may lead: to the callback, and to where the product goes on from there. */
export const leadsTo = (callback: string, homes: readonly string[] = []): string[] => [
  ...new Set([callback, ...homes].map((address) => new URL(address).origin)),
  'http://127.0.0.1:*',
  'http://localhost:*',
]

/** The callback with an answer in its query. */
export function withAnswer(callback: string, answer: Record<string, string | undefined>): string {
  const url = new URL(callback)
  for (const [name, value] of Object.entries(answer)) {
    if (value !== undefined) url.searchParams.set(name, value)
  }

  return url.href
}
