type Options = { isSecure: boolean }

/** For every answer, page or not. A page adds its Content-Security-Policy itself. */
export const securityHeaders = ({ isSecure }: Options): [name: string, value: string][] => [
  ['x-content-type-options', 'nosniff'],
  ['referrer-policy', 'strict-origin-when-cross-origin'],
  ...(isSecure ? [HTTPS_ONLY] : []),
]

const HTTPS_ONLY: [string, string] = [
  'strict-transport-security',
  'max-age=63072000; includeSubDomains',
]
