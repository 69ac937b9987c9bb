import { isLoopbackHost } from '#frame/loopback.ts'

/**
 * Where a registered program may have its people sent back to. A loopback address without a port, such as
 * `http://127.0.0.1/callback`, stands for that path on every port of this machine.
 */
export type Callbacks = [string, ...string[]]

/** Fragments, credentials and extra parameters make another address of it, and that one is not registered. */
export function isRegistered(callbacks: Callbacks, asked: string): boolean {
  return callbacks.some((one) => one === asked || (hasAnyPort(one) && isAtHome(asked, one)))
}

/** The callback to use when a request names none, if one of them says all that is needed. */
export const fullCallback = (callbacks: Callbacks): string | undefined =>
  callbacks.find((one) => !hasAnyPort(one))

function isAtHome(asked: string, registered: string): boolean {
  if (!URL.canParse(asked)) return false
  const url = new URL(asked)

  return isLoopbackHost(url.host) && asked === `http://${url.host}${new URL(registered).pathname}`
}

export function hasAnyPort(callback: string): boolean {
  const { protocol, port, host } = new URL(callback)

  return protocol === 'http:' && port === '' && isLoopbackHost(host)
}

/** Pages with a form say where its answer may lead: to the callback, and to where the product goes on from there. */
export const leadsTo = (callback: string): string[] => [
  new URL(callback).origin,
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
