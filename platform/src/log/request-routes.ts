/** What an address belongs to: names from a closed list, so that invented paths cannot multiply metrics. */
type RequestRoute = { readonly surface: string; readonly route: string }

/** The route of a path. Always the same object for the same route. */
export function routeOf(path: string): RequestRoute {
  if (path.startsWith('/rest/v1/')) return path.startsWith('rpc/', REST_LENGTH) ? CALLS : ROWS
  const api = API.exec(path)
  if (!api) return otherRoute(path)
  const [, surface = '', first = ''] = api
  const routes = SURFACES[surface]

  return routes?.named.get(first) ?? routes?.rest ?? PAGES
}

const REST_LENGTH = '/rest/v1/'.length
const API = /^\/(auth|rest|storage|functions|realtime)\/v1(?:\/+([^/]*)|$)/

function otherRoute(path: string): RequestRoute {
  if (path.startsWith('/assets/')) return ASSETS
  if (path.startsWith('/webhooks/')) return WEBHOOKS

  return /^\/(healthz|readyz|metrics)$/.test(path) ? HEALTH : PAGES
}

const surface = (name: string, routes: Record<string, readonly string[]> = {}) => ({
  rest: { surface: name, route: name },
  named: new Map(
    Object.entries(routes).flatMap(([route, firsts]) => {
      const one = { surface: name, route: `${name} ${route}` }
      return firsts.map((first) => [first, one] as const)
    }),
  ),
})

/** By the first part of the path behind the surface. */
const SURFACES: Record<string, ReturnType<typeof surface>> = {
  auth: surface('auth', {
    token: ['token'],
    user: ['user'],
    signup: ['signup'],
    mail: ['otp', 'magiclink', 'recover', 'resend', 'invite', 'reauthenticate'],
    verify: ['verify'],
    provider: ['authorize', 'callback', 'sso'],
    factors: ['factors'],
    passkeys: ['passkeys'],
    oauth: ['oauth'],
    admin: ['admin'],
    facts: ['settings', 'health', '.well-known'],
  }),
  rest: surface('rest'),
  storage: surface('storage', { object: ['object'], bucket: ['bucket'] }),
  functions: surface('functions'),
  realtime: surface('realtime', { websocket: ['websocket'] }),
}
const ROWS = { surface: 'rest', route: 'rest rows' }
const CALLS = { surface: 'rest', route: 'rest rpc' }
const ASSETS = { surface: 'assets', route: 'assets' }
const WEBHOOKS = { surface: 'webhooks', route: 'webhooks' }
const HEALTH = { surface: 'health', route: 'health' }
const PAGES = { surface: 'pages', route: 'pages' }
