import type { Product } from '#runtime/declaration.ts'
import { isLoopbackHost } from '#runtime/guard.ts'

/**
 * Callback URLs that a client registered. They are loopback addresses without a port, such as `http://127.0.0.1/callback`:
 * each matches its path on every port of this machine, and at the product's own addresses.
 */
export type Callbacks = [string, ...string[]]

/** Compares whole URLs: fragments, credentials and extra parameters do not match. */
export function isRegistered(
  callbacks: Callbacks,
  asked: string,
  ownUrls: readonly string[] = [],
): boolean {
  return callbacks.some((one) => isOwnUrl(asked, new URL(one).pathname, ownUrls))
}

/** The product's own addresses, which need not be loopback addresses. */
export const productUrls = ({ url, apiUrl }: Product): string[] =>
  [url, apiUrl].filter((url) => url !== null)

function isOwnUrl(asked: string, path: string, ownUrls: readonly string[]): boolean {
  if (!URL.canParse(asked)) return false
  const { host } = new URL(asked)
  if (isLoopbackHost(host) && asked === `http://${host}${path}`) return true

  return ownUrls.some((url) => asked === url + path)
}

/** Origins for `form-action`: the callback, and where the product redirects from there. */
export const formTargetsFor = (callback: string, ownUrls: readonly string[] = []): string[] => [
  ...new Set([callback, ...ownUrls].map((address) => new URL(address).origin)),
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
