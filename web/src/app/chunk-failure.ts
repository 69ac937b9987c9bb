// Specification, section 2: browser messages for a chunk that failed to load.
const SIGNS = ['Loading chunk', 'dynamically imported module', 'Failed to fetch']

export function isChunkFailure(error: unknown): boolean {
  return error instanceof Error && SIGNS.some((sign) => error.message.includes(sign))
}
